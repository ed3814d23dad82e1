"""Which network addresses belong to the public internet, by a table of our own.

The table holds the special-purpose registries of IANA (RFC 6890; read on 2026-11-28) and what else leads inside. It depends on no version of
Python: `ipaddress` knows the registries of the day on which it was released.
"""

import ipaddress
import re
from collections.abc import Mapping, Sequence

IPv4 = ipaddress.IPv4Address
IPv6 = ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

SPECIAL: Mapping[str, str] = {
    "0.0.0.0/8": "this network, RFC 791",
    "10.0.0.0/8": "private use, RFC 1918",
    "100.64.0.0/10": "shared address space, RFC 6598; metadata of Alibaba Cloud",
    "127.0.0.0/8": "loopback, RFC 1122",
    "168.63.129.16/32": "the host of a virtual machine of Azure; in no registry",
    "169.254.0.0/16": "link local, RFC 3927; metadata of most clouds",
    "172.16.0.0/12": "private use, RFC 1918",
    "192.0.0.0/24": "protocol assignments, RFC 6890; metadata of Oracle Cloud",
    "192.0.2.0/24": "documentation, RFC 5737",
    "192.31.196.0/24": "AS112, RFC 7535",
    "192.52.193.0/24": "AMT, RFC 7450",
    "192.88.99.0/24": "6to4 relays, RFC 7526",
    "192.168.0.0/16": "private use, RFC 1918",
    "192.175.48.0/24": "AS112, RFC 7534",
    "198.18.0.0/15": "benchmarking, RFC 2544",
    "198.51.100.0/24": "documentation, RFC 5737",
    "203.0.113.0/24": "documentation, RFC 5737",
    "224.0.0.0/4": "multicast, RFC 5771",
    "240.0.0.0/4": "reserved, RFC 1112; limited broadcast, RFC 8190",
    "::/96": "unspecified and loopback, RFC 4291; IPv4-compatible",
    "::ffff:0:0/96": "IPv4-mapped, RFC 4291",
    "::ffff:0:0:0/96": "IPv4-translated, RFC 7915",
    "64:ff9b:1::/48": "translation of one network, RFC 8215",
    "100::/64": "discard, RFC 6666",
    "100:0:0:1::/64": "dummy prefix, RFC 9780",
    "2001::/23": "protocol assignments, RFC 2928; Teredo, RFC 4380; ORCHID, RFC 7343",
    "2001:db8::/32": "documentation, RFC 3849",
    "2002::/16": "6to4, RFC 3056",
    "2620:4f:8000::/48": "AS112, RFC 7534",
    "3fff::/20": "documentation, RFC 9637",
    "5f00::/16": "segment routing, RFC 9602",
    "fc00::/7": "unique local, RFC 4193; metadata of AWS",
    "fe80::/10": "link local, RFC 4291",
    "fec0::/10": "site local, RFC 3879",
    "ff00::/8": "multicast, RFC 4291",
}
"""Networks that nothing may be sent to: also those that can be reached from everywhere, where no receiver lives."""

FORBIDDEN_NETWORKS: tuple[Network, ...] = tuple(
    ipaddress.ip_network(network)
    for network in (
        "0.0.0.0/8",
        "100.100.100.200/32",
        "127.0.0.0/8",
        "168.63.129.16/32",
        "169.254.0.0/16",
        "192.0.0.192/32",
        "224.0.0.0/4",
        "240.0.0.0/4",
        "::/96",
        "fd00:ec2::/32",
        "fe80::/10",
        "ff00::/8",
    )
)
"""Addresses that no operator can open: this machine, the metadata of clouds and what is no single receiver."""
GLOBAL_UNICAST = ipaddress.IPv6Network("2000::/3")
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_SPECIAL: tuple[Network, ...] = tuple(map(ipaddress.ip_network, SPECIAL))
_ISATAP = (0x0000_5EFE, 0x0200_5EFE)  # the first half of an interface's number that holds an IPv4 address, RFC 5214
_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
_NUMERIC = re.compile(r"[0-9]+|0x[0-9a-f]*")
PRIVATE_NAMES = (".localhost", ".local", ".internal", ".lan", ".home.arpa")


def is_public(address: str, allowlist: Sequence[Network] = ()) -> bool:
    """Return whether an IP address is one of the public internet, also where it carries another one inside, or of a network on the allowlist.

    What is in FORBIDDEN_NETWORKS is not, whatever is on the allowlist.
    Errors: ValueError for what is no address.
    """
    if "%" in address:
        return False  # an address of one interface
    ip = ipaddress.ip_address(address)
    if _is_in(ip, _SPECIAL):
        return _is_in(ip, allowlist) and not _is_in(ip, FORBIDDEN_NETWORKS)
    if isinstance(ip, IPv4):
        return True
    if ip in NAT64:
        return is_public(str(IPv4(int(ip) & 0xFFFF_FFFF)))
    if int(ip) >> 32 & 0xFFFF_FFFF in _ISATAP and not is_public(str(IPv4(int(ip) & 0xFFFF_FFFF))):
        return False
    return ip in GLOBAL_UNICAST


def _is_in(ip: IPv4 | IPv6, networks: Sequence[Network]) -> bool:
    return any(ip in network for network in networks if network.version == ip.version)


def is_public_name(host: str, allowlist: Sequence[Network] = ()) -> bool:
    """Return whether a host of an address may be a public one, before it is resolved; with an allowlist, names of a network may, too.

    A number is taken only as four decimals with dots or as IPv6: resolvers read `0x7f.1`, `017700000001` and `2130706433` as addresses, too.
    """
    host = host.lower()
    if ":" in host:
        try:
            return is_public(host, allowlist)
        except ValueError:
            return False
    name = host.removesuffix(".")
    labels = name.split(".")
    if len(labels) < 2 or len(name) > 253 or not all(map(_LABEL.fullmatch, labels)):
        return False
    if _NUMERIC.fullmatch(labels[-1]):
        try:
            return is_public(name, allowlist)
        except ValueError:
            return False
    return bool(allowlist) or not f".{name}".endswith(PRIVATE_NAMES)
