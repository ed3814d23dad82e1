"""Doors into a host's network: what connects to a socket file is connected to an address there (`python -m tests.hosts.door FILE HOST PORT …`)."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

SIZE = 1 << 16


async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass bytes on until one end closes."""
    try:
        while data := await reader.read(SIZE):
            writer.write(data)
            await writer.drain()
    except OSError:
        return
    finally:
        writer.close()


async def open_door(file: str, host: str, port: int) -> asyncio.Server:
    """Listen at a socket file."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            target = await asyncio.open_connection(host, port)
        except OSError:
            writer.close()
            return
        await asyncio.gather(copy(reader, target[1]), copy(target[0], writer))

    return await asyncio.start_unix_server(serve, file)


async def main(words: list[str]) -> None:
    """Open all doors, and then say so by a file."""
    triples = zip(words[::3], words[1::3], words[2::3], strict=True)
    servers = [await open_door(file, host, int(port)) for file, host, port in triples]
    Path(words[0]).with_name("open").touch()
    await asyncio.gather(*(server.serve_forever() for server in servers))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
