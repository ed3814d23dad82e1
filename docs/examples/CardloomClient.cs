// The cards of a pack's latest release, checked by hash and signature, for Unity (2021 and newer) and .NET Standard 2.1: copy this file.
//
//   var client = new CardloomClient("https://cards.example", "core") { PublicKey = "RW…", Ed25519 = MyVerify };
//   CardloomRelease release = await client.RefreshAsync(); // null while nothing is new
//   var card = JsonUtility.FromJson<MyCard>(release.Text("cards/base.stone.json"));
//
// .NET has no Ed25519: give a function of the library that your game has (libsodium, BouncyCastle), which takes key, message and
// signature. Without PublicKey only hashes are checked. For a private pack set Token. Keep ETag, and nothing is downloaded twice.

using System;
using System.Collections.Generic;
using System.IO;
using System.IO.Compression;
using System.Net;
using System.Net.Http;
using System.Security.Cryptography;
using System.Text;
using System.Threading.Tasks;
using UnityEngine;

/// <summary>These are not the bytes that the pack's owner signed.</summary>
public sealed class CardloomUntrusted : Exception
{
    public CardloomUntrusted(string message) : base(message) { }
}

/// <summary>One release: its files by path, and its cards as the manifest lists them.</summary>
public sealed class CardloomRelease
{
    public string Version;
    public List<CardloomCard> Cards;
    public Dictionary<string, byte[]> Files = new Dictionary<string, byte[]>();

    public string Text(string path) => Encoding.UTF8.GetString(Files[path]);
}

[Serializable]
public sealed class CardloomFile
{
    public string path;
    public long size;
    public string sha256;
}

[Serializable]
public sealed class CardloomCard
{
    public string id;
    public int version;
    public string path;
    public string sha256;
}

[Serializable]
public sealed class CardloomManifest
{
    public string pack;
    public string cardDataVersion;
    public List<CardloomFile> files;
    public List<CardloomCard> cards;
}

/// <summary>Follows one pack.</summary>
public sealed class CardloomClient
{
    static readonly HttpClient Http = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };

    readonly string _releases;
    readonly string _pack;

    public string PublicKey = "";
    public string Token = "";
    public string ETag = "";
    public Func<byte[], byte[], byte[], bool> Ed25519;

    public CardloomClient(string portal, string pack)
    {
        _pack = pack;
        _releases = portal.TrimEnd('/') + "/api/v1/packs/" + pack + "/releases/";
    }

    /// <summary>Returns the latest release, null where it is the one that ETag names.</summary>
    public async Task<CardloomRelease> RefreshAsync()
    {
        using (HttpResponseMessage answer = await GetAsync("latest/manifest.json", ETag))
        {
            if (answer.StatusCode == HttpStatusCode.NotModified) return null;
            byte[] bytes = await answer.Content.ReadAsByteArrayAsync();
            var manifest = JsonUtility.FromJson<CardloomManifest>(Encoding.UTF8.GetString(bytes));
            string version = manifest.cardDataVersion;
            if (PublicKey != "")
            {
                byte[] signature = await BytesAsync(version + "/manifest.json.minisig");
                CheckSignature(bytes, Encoding.UTF8.GetString(signature), version);
            }
            var release = new CardloomRelease { Version = version, Cards = manifest.cards };
            Unpack(await BytesAsync(version + "/pack.zip"), manifest, release);
            ETag = answer.Headers.ETag == null ? "" : answer.Headers.ETag.ToString();
            return release;
        }
    }

    static void Unpack(byte[] archive, CardloomManifest manifest, CardloomRelease release)
    {
        using (var zip = new ZipArchive(new MemoryStream(archive), ZipArchiveMode.Read))
        using (var sha256 = SHA256.Create())
        {
            foreach (CardloomFile row in manifest.files)
            {
                ZipArchiveEntry entry = zip.GetEntry(row.path);
                if (entry == null || entry.Length != row.size) throw new CardloomUntrusted(row.path);
                var data = new MemoryStream();
                using (Stream stream = entry.Open()) stream.CopyTo(data);
                if (Hex(sha256.ComputeHash(data.ToArray())) != row.sha256) throw new CardloomUntrusted(row.path);
                release.Files[row.path] = data.ToArray();
            }
        }
    }

    /// <summary>Refuses a manifest that the key did not sign as this version of this pack (minisign's format, prehashed).</summary>
    void CheckSignature(byte[] manifest, string text, string version)
    {
        string[] lines = text.Split('\n');
        byte[] key = Convert.FromBase64String(PublicKey), own = Convert.FromBase64String(lines[1]);
        byte[] overAll = Convert.FromBase64String(lines[3]);
        string trusted = lines[2].Substring("trusted comment: ".Length);
        if (Encoding.ASCII.GetString(own, 0, 2) != "ED" || Hex(Part(own, 2, 8)) != Hex(Part(key, 2, 8)))
            throw new CardloomUntrusted("the manifest is signed with another key");
        byte[] point = Part(key, 10, 32), signature = Part(own, 10, 64), words = Encoding.UTF8.GetBytes(trusted);
        var both = new byte[signature.Length + words.Length];
        signature.CopyTo(both, 0);
        words.CopyTo(both, signature.Length);
        if (!Ed25519(point, Blake2b(manifest), signature) || !Ed25519(point, both, overAll))
            throw new CardloomUntrusted("the signature does not fit the manifest");
        if (trusted != "pack:" + _pack + "\tversion:" + version + "\tfile:manifest.json")
            throw new CardloomUntrusted("the signature is of another release");
    }

    async Task<byte[]> BytesAsync(string path)
    {
        using (HttpResponseMessage answer = await GetAsync(path, "")) return await answer.Content.ReadAsByteArrayAsync();
    }

    async Task<HttpResponseMessage> GetAsync(string path, string etag)
    {
        using (var request = new HttpRequestMessage(HttpMethod.Get, _releases + path))
        {
            if (Token != "") request.Headers.TryAddWithoutValidation("Authorization", "Bearer " + Token);
            if (etag != "") request.Headers.TryAddWithoutValidation("If-None-Match", etag);
            HttpResponseMessage answer = await Http.SendAsync(request);
            if (answer.StatusCode != HttpStatusCode.NotModified) answer.EnsureSuccessStatusCode();
            return answer;
        }
    }

    static string Hex(byte[] data) => BitConverter.ToString(data).Replace("-", "").ToLowerInvariant();

    static byte[] Part(byte[] data, int start, int length)
    {
        var part = new byte[length];
        Array.Copy(data, start, part, 0, length);
        return part;
    }

    static readonly ulong[] Start =
    {
        0x6a09e667f3bcc908UL, 0xbb67ae8584caa73bUL, 0x3c6ef372fe94f82bUL, 0xa54ff53a5f1d36f1UL,
        0x510e527fade682d1UL, 0x9b05688c2b3e6c1fUL, 0x1f83d9abfb41bd6bUL, 0x5be0cd19137e2179UL,
    };

    static readonly string[] Orders =
    {
        "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d",
        "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0",
    };

    /// <summary>BLAKE2b of 64 bytes without a key (RFC 7693).</summary>
    public static byte[] Blake2b(byte[] data)
    {
        var state = (ulong[])Start.Clone();
        state[0] ^= 0x01010040UL;
        int blocks = Math.Max(1, (data.Length + 127) / 128);
        for (int block = 0; block < blocks; block++)
        {
            var piece = new byte[128];
            int size = Math.Min(128, data.Length - block * 128);
            Array.Copy(data, block * 128, piece, 0, size);
            var words = new ulong[16];
            for (int place = 0; place < 16; place++) words[place] = BitConverter.ToUInt64(piece, place * 8);
            Compress(state, words, (ulong)(block * 128 + size), block == blocks - 1);
        }
        var hash = new byte[64];
        for (int place = 0; place < 8; place++) BitConverter.GetBytes(state[place]).CopyTo(hash, place * 8);
        return hash;
    }

    static void Compress(ulong[] state, ulong[] words, ulong count, bool isLast)
    {
        var v = new ulong[16];
        state.CopyTo(v, 0);
        Start.CopyTo(v, 8);
        v[12] ^= count;
        if (isLast) v[14] = ~v[14];
        for (int round = 0; round < 12; round++)
        {
            string order = Orders[round % 10];
            for (int column = 0; column < 8; column++)
            {
                int turn = column < 4 ? 0 : 1, a = column % 4;
                int b = 4 + (a + turn) % 4, c = 8 + (a + 2 * turn) % 4, d = 12 + (a + 3 * turn) % 4;
                Mix(v, a, b, c, d, words[Digit(order[2 * column])], words[Digit(order[2 * column + 1])]);
            }
        }
        for (int place = 0; place < 8; place++) state[place] ^= v[place] ^ v[place + 8];
    }

    static int Digit(char sign) => sign <= '9' ? sign - '0' : sign - 'a' + 10;

    static void Mix(ulong[] v, int a, int b, int c, int d, ulong x, ulong y)
    {
        v[a] += v[b] + x;
        v[d] = Turn(v[d] ^ v[a], 32);
        v[c] += v[d];
        v[b] = Turn(v[b] ^ v[c], 24);
        v[a] += v[b] + y;
        v[d] = Turn(v[d] ^ v[a], 16);
        v[c] += v[d];
        v[b] = Turn(v[b] ^ v[c], 63);
    }

    static ulong Turn(ulong word, int bits) => (word >> bits) | (word << (64 - bits));
}
