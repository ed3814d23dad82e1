"""What events may be sent to: held against the special-purpose registries, in every spelling, before and after a name is resolved."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from typing import Any

import pytest

from cards.errors import InvalidFields
from cards.public_addresses import FORBIDDEN_NETWORKS, is_public
from cards.services import outgoing
from cards.services.outgoing import Refused, resolved
from cards.services.webhook import checked_url

REGISTRY_4 = [
    "0.0.0.0/8",
    "0.0.0.0/32",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.0.0/29",
    "192.0.0.8/32",
    "192.0.0.9/32",
    "192.0.0.10/32",
    "192.0.0.170/32",
    "192.0.0.171/32",
    "192.0.2.0/24",
    "192.31.196.0/24",
    "192.52.193.0/24",
    "192.88.99.0/24",
    "192.88.99.2/32",
    "192.168.0.0/16",
    "192.175.48.0/24",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "240.0.0.0/4",
    "255.255.255.255/32",
]
"""IANA IPv4 Special-Purpose Address Registry, every row."""
REGISTRY_6 = [
    "::1/128",
    "::/128",
    "::ffff:0:0/96",
    "64:ff9b:1::/48",
    "100::/64",
    "100:0:0:1::/64",
    "2001::/23",
    "2001::/32",
    "2001:1::1/128",
    "2001:1::2/128",
    "2001:1::3/128",
    "2001:2::/48",
    "2001:3::/32",
    "2001:4:112::/48",
    "2001:10::/28",
    "2001:20::/28",
    "2001:30::/28",
    "2001:db8::/32",
    "2002::/16",
    "2620:4f:8000::/48",
    "3fff::/20",
    "5f00::/16",
    "fc00::/7",
    "fe80::/10",
]
"""IANA IPv6 Special-Purpose Address Registry, every row but 64:ff9b::/96, which leads to any IPv4 address."""
BESIDES = (
    "224.0.0.0/4",
    "168.63.129.16/32",
    "192.0.0.192/32",
    "100.100.100.200/32",
    "fec0::/10",
    "ff00::/8",
    "::/96",
    "::ffff:0:0:0/96",
    "fd00:ec2::254/128",
)
PUBLIC = (
    "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "168.63.129.15", "172.15.255.255", "172.32.0.0",
    "192.167.255.255", "198.17.255.255", "198.20.0.0", "223.255.255.255", "2606:4700::6810:84e5", "2001:200::1", "2003::1", "2a00::1", "3ffe::1",
    "64:ff9b::5db8:d822", "2606:4700::5efe:5db8:d822",
)  # fmt: skip
PRIVATE = ("127.0.0.1", "10.1.2.3", "169.254.169.254", "192.168.0.1", "168.63.129.16", "100.100.100.200", "0.0.0.0")  # noqa: S104  refused, not bound


def corners(network: str) -> Iterator[str]:
    """Yield the first, the middle and the last address of a network."""
    found = ipaddress.ip_network(network)
    yield from {str(found[0]), str(found[found.num_addresses // 2]), str(found[-1])}


def carriers(address: str) -> Iterator[str]:
    """Yield every IPv6 address that holds an IPv4 address inside."""
    four = int(ipaddress.IPv4Address(address))
    for prefix in ("::", "::ffff:0:0", "::ffff:0:0:0", "64:ff9b::", "64:ff9b:1::", "64:ff9b:1:ffff::"):
        yield str(ipaddress.IPv6Address(int(ipaddress.IPv6Address(prefix)) | four))
    yield str(ipaddress.IPv6Address(0x2002 << 112 | four << 80 | 1))  # 6to4
    teredo = 0x2001_0000 << 96
    yield str(ipaddress.IPv6Address(teredo | four << 64 | 0xFFFF_FFFF))  # its server
    yield str(ipaddress.IPv6Address(teredo | 0x5DB8_D822 << 64 | four ^ 0xFFFF_FFFF))  # its client
    for mark in (0x5EFE, 0x0200_5EFE):  # ISATAP
        yield str(ipaddress.IPv6Address(0x2606_4700 << 96 | mark << 32 | four))


def spellings(address: str) -> Iterator[str]:
    """Yield the ways to write an IPv4 address that some resolver takes, but the plain one."""
    four = ipaddress.IPv4Address(address)
    parts, number = list(four.packed), int(four)
    yield from (str(number), hex(number), f"0{number:o}", f"{number:#X}".replace("0X", "0X"))
    yield from (f"{parts[0]}.{number & 0xFFFFFF}", f"{parts[0]}.{parts[1]}.{number & 0xFFFF}")
    yield ".".join(f"0{part:o}" for part in parts)
    yield ".".join(f"{part:#x}" for part in parts)
    yield ".".join(f"{part:03d}" for part in parts)
    yield from (f"{address}.", f"00{address}", ".".join([f"{parts[0]:#x}", *map(str, parts[1:])]))
    yield "".join(chr(0xFF10 + int(letter)) if letter.isdigit() else letter for letter in address)  # full width
    yield address.replace(".", "。")
    yield address.replace(".", "%2e")


def refused(url: str) -> bool:
    try:
        checked_url(url)
    except InvalidFields:
        return True
    return False


class TestAddresses:
    def test_of_every_registry_are_refused(self) -> None:
        networks = (*REGISTRY_4, *REGISTRY_6, *BESIDES)

        assert [found for network in networks for found in corners(network) if is_public(found)] == []

    def test_that_carry_a_private_one_are_refused(self) -> None:
        assert [found for address in PRIVATE for found in carriers(address) if is_public(found)] == []

    def test_of_one_interface_and_outside_what_is_assigned_are_refused(self) -> None:
        assert not any(map(is_public, ("fe80::1%eth0", "2606:4700::1%lo", "4000::1", "8000::1", "1000::1", "0:0:1::1")))

    def test_that_the_operator_allows_are_taken_and_no_others(self) -> None:
        networks = [ipaddress.ip_network(network) for network in ("10.1.0.0/16", "fd12::/48")]

        assert [a for a in ("10.1.2.3", "fd12::7", *PUBLIC) if not is_public(a, networks)] == []
        assert [a for a in ("10.2.0.1", "192.168.0.1", "fd13::7", "::ffff:10.1.2.3") if is_public(a, networks)] == []

    @pytest.mark.parametrize("network", sorted(map(str, FORBIDDEN_NETWORKS)))
    def test_of_this_machine_and_of_metadata_are_refused_whatever_is_allowed(self, network: str) -> None:
        everything = [ipaddress.ip_network("0.0.0.0/0"), ipaddress.ip_network("::/0")]

        assert [address for address in corners(network) if is_public(address, everything)] == []

    def test_beside_them_are_public(self) -> None:
        assert [address for address in PUBLIC if not is_public(address)] == []


class TestLinks:
    def test_in_every_spelling_of_a_private_address_are_refused(self) -> None:
        hosts = [host for address in PRIVATE for host in (address, *spellings(address))]
        hosts += [f"[{host}]" for address in PRIVATE for host in carriers(address)]

        assert [host for host in hosts if not refused(f"https://{host}/")] == []

    def test_of_a_public_address_in_an_odd_spelling_are_refused_too(self) -> None:
        assert [
            host for host in spellings("93.184.216.34") if host != "93.184.216.34." and not refused(f"https://{host}/")
        ] == []

    @pytest.mark.parametrize(
        "url",
        [
            "https://localhost/", "https://localhost./", "https://LOCALHOST/", "https://a.localhost/", "https://evil.com:80@127.0.0.1/",
            "https://127.0.0.1#@evil.com/", "https://evil.com\\@127.0.0.1/", "https://127.1/", "https://0/", "https://[::]/", "https://[v1.fe]/",
            "https://evil.com:0/", "https://evil.com:00/", "https://printer/", "https://x.home.arpa/", "https://metadata.google.internal/",
            "https://a..b/", "https://-a.example/", "https://a.example:99999/", "https://[fe80::1%25lo]/", "https://127.0.0.1%2f@evil.com/",
            "https://evil.com\\.a.example/",
        ],
    )  # fmt: skip
    def test_that_lead_inside_or_nowhere_are_refused(self, url: str) -> None:
        assert refused(url)

    @pytest.mark.parametrize(
        "url",
        [
            "https://hooks.example.org/a?b=c#d",
            "https://a.example:8443/",
            "https://93.184.216.34/",
            "https://[2606:4700::1]/",
            "https://x-1.example.co.uk./",
        ],
    )
    def test_to_the_internet_are_taken(self, url: str) -> None:
        assert checked_url(url) == url

    def test_into_a_network_that_the_operator_allows_are_taken(self, settings: Any) -> None:
        settings.WEBHOOK_ALLOW = [ipaddress.ip_network("10.1.0.0/16")]

        assert [refused(f"https://{host}/") for host in ("10.1.2.3", "ci.studio.internal")] == [False, False]
        assert [refused(f"https://{host}/") for host in ("10.2.2.3", "127.0.0.1", "printer")] == [True, True, True]


class TestNames:
    def test_that_lead_to_any_of_them_are_refused_once_resolved(self, monkeypatch: pytest.MonkeyPatch) -> None:
        networks = (*REGISTRY_4, *REGISTRY_6, *BESIDES)
        inside = [corner for network in networks for corner in corners(network)]
        inside += [corner for address in PRIVATE for corner in carriers(address)] + ["fe80::1%eth0"]
        picks = []
        for address in inside:
            answers = [(0, 0, 0, "", (corner, 443)) for corner in ("93.184.216.34", address)]
            monkeypatch.setattr(outgoing, "lookup", lambda host, port, answers=answers: answers)
            try:
                picks.append((address, resolved("hooks.example.org", 443)))
            except Refused:
                continue

        assert picks == []
        assert len(inside) > 150
