"""A passkey of Chromium's virtual authenticator: created, shown at the sign-in and after a password, refused without the person, removed."""

from __future__ import annotations

from secrets import token_hex
from urllib.parse import urlsplit

from playwright.sync_api import Browser, expect

from tests.browser.launching import patient_context
from tests.stack import Stack

PASSWORD = "a pass phrase of 7 words"
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def test_a_passkey_signs_in_alone_and_beside_a_password(browser: Browser, stack: Stack) -> None:
    email = f"passkey-{token_hex(4)}@cardloom.example"
    path = urlsplit(stack.command("invite", email).strip()).path
    context = patient_context(browser, f"http://localhost:{stack.port}")
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    device = devtools.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})["authenticatorId"]

    def be_verified(is_verified: bool) -> None:
        devtools.send("WebAuthn.setUserVerified", {"authenticatorId": device, "isUserVerified": is_verified})

    def sign_out() -> None:
        context.clear_cookies()
        page.goto("/sign-in/")

    page.goto(path)
    page.fill("#id_name", "Wen")
    page.fill("#id_password", PASSWORD)
    page.press("#id_password", "Enter")
    page.wait_for_url("**/")
    page.goto("/account/security/")
    page.click("button[value=passkey-begin]")
    page.fill("#id_name", "Laptop")
    page.click("[data-passkey=create] button")
    expect(page.locator(".reccodes li")).to_have_count(10)
    expect(page.locator("input[name=name]")).to_have_value("Laptop")
    page.click("button[value=passkey-begin]")
    page.click("[data-passkey=create] button")
    expect(page.locator("[data-passkey] [role=alert]")).to_contain_text("has a passkey for this account already")

    sign_out()
    page.click("button[form=passkey-way]")
    page.wait_for_url(lambda url: url.endswith(f":{stack.port}/"))
    sign_out()
    be_verified(False)
    page.click("button[form=passkey-way]")
    expect(page.locator("[data-passkey] [role=alert]")).to_contain_text("No passkey was used")
    be_verified(True)
    page.click("[data-passkey=get] button")
    page.wait_for_url(lambda url: url.endswith(f":{stack.port}/"))
    sign_out()
    page.fill("#id_email", email)
    page.fill("#id_password", PASSWORD)
    page.press("#id_password", "Enter")
    page.wait_for_url("**/sign-in/step/")
    page.click("[data-passkey=get] button")
    page.wait_for_url(lambda url: url.endswith(f":{stack.port}/"))
    page.goto("/account/security/")
    page.click("button[value=passkey-remove]")
    expect(page.locator("body")).to_contain_text("The passkey is removed.")
    context.close()
