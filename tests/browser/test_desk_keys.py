"""A reviewer's own keys, presses that a button takes, and replies that are none."""

from __future__ import annotations

from django.contrib.sessions.models import Session
from playwright.sync_api import Page, expect

from granskning.models import Round, Verdict
from tests.browser.test_desk import LogIn, at_desk, faults, open_round, saved, shown, slow
from tests.granskning.answering import pressed
from tests.granskning.making import reviewer, sample


def test_a_key_that_means_something_else_is_refused_by_its_name_and_a_free_one_is_ones_own(
    log_in: LogIn,
) -> None:
    drawn, rut = open_round(6), reviewer()
    page = at_desk(log_in(rut, viewport={"width": 320, "height": 640}), drawn)
    page.keyboard.press("?")
    page.get_by_text("Egna tangenter").click()
    said = page.locator("[data-keys-answer]")
    right, wrong = (page.get_by_label(name, exact=True) for name in ("Stämmer", "Stämmer inte"))
    right.focus()
    page.keyboard.type("2")
    expect(said).to_have_text("Tangenten «2» hör redan till «Stämmer inte». Inget är ändrat.")
    expect(right).to_have_value("1")
    page.keyboard.type("j")
    expect(said).to_have_text("«Stämmer» har nu tangenten «J».")
    wrong.focus()
    page.keyboard.type("1")  # let go of, so free
    right.focus()
    page.keyboard.type("2")
    expect(said).to_have_text("«Stämmer» har nu tangenten «2».")
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.keyboard.press("Escape")
    _answers(page, drawn, rut.pk)
    page.keyboard.press("?")
    page.get_by_text("Egna tangenter").click()
    page.get_by_role("button", name="Återställ tangenterna").click()
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    expect(page.locator("#desk-line")).to_contain_text("Sparat: stämmer.")


def _answers(page: Page, drawn: Round, user: int) -> None:
    """What was chosen holds after a reload, is in the buttons, and is nobody else's."""
    at_desk(page, drawn)
    button = page.get_by_role("button", name="Stämmer", exact=True)
    expect(button).to_have_attribute("aria-keyshortcuts", "2")
    expect(button.locator("kbd")).to_have_text("2")
    for key, value in (("2", "correct"), ("1", "incorrect")):
        item = shown(page)
        page.keyboard.press(key)
        saved(page)
        assert Verdict.objects.get(item=item).value == value
        page.wait_for_timeout(200)
    expect(page.get_by_role("button", name="Stämmer", exact=True).locator("kbd")).to_have_text("2")
    for kept in ('{"correct": "2"}', '{"correct": "<b>"}', '{"run": "x"}', "[1]", "{"):
        page.evaluate("([name, kept]) => localStorage.setItem(name, kept)", [f"minne.keys.{user}", kept])
        page.reload()
        assert page.evaluate("deskKeys.means('1')") == "correct", kept


def test_one_click_on_a_page_as_it_was_opened_is_meant_however_soon(log_in: LogIn) -> None:
    drawn, rut = open_round(1), reviewer()
    pressed(sample(drawn)[0], rut, "correct")
    page = log_in(rut)
    page.add_init_script(
        """document.addEventListener("DOMContentLoaded", () => setTimeout(() => {
          const button = document.querySelector("#desk-place button[form=finish-form]");
          button.dispatchEvent(new MouseEvent("click", { detail: 1, bubbles: true, cancelable: true }));
        }, 60));"""
    )
    page.goto(f"/granska/{drawn.pk}/")
    expect(page.locator("main")).to_contain_text("1 av 1 stämde")
    assert Round.objects.get().closed_at is not None


def test_only_what_the_desk_itself_replies_counts_as_saved(log_in: LogIn) -> None:
    """A hotel's page instead of a reply, a page left at once, another language, and nobody logged in."""
    drawn = open_round(6)
    page = at_desk(log_in(reviewer(), alone=True), drawn)
    page.route("**/svar/", lambda route: route.fulfill(status=200, body="<h1>Wi-Fi</h1><p>Log in</p>"))
    page.keyboard.press("1")
    expect(page.locator("#desk-notice")).to_contain_text("«stämmer» är inte sparat")
    page.keyboard.press("u")
    expect(page.locator("#desk-line")).to_contain_text("Det finns inget att ångra")
    expect(page.locator("#desk-notice")).to_contain_text("«stämmer» blev inte sparat")
    page.unroute("**/svar/")
    page.route("**/svar/", slow(0.6))
    page.get_by_role("button", name="Spara nu").click()
    page.wait_for_timeout(300)
    page.keyboard.press("2")
    expect(page.locator("#desk-line")).to_contain_text("förra svaret sparas ännu")
    saved(page)
    page.unroute("**/svar/")
    assert Verdict.objects.count() == 1
    page.evaluate(
        """() => fetch("/sprak/", { method: "POST", body: new URLSearchParams({
          language: "en", csrfmiddlewaretoken: document.querySelector("[name=csrfmiddlewaretoken]").value,
        }) })"""
    )
    page.wait_for_timeout(200)
    page.keyboard.press("2")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("#desk-place h1")).to_have_id(f"fact-{sample(drawn)[2].pk}")
    assert Verdict.objects.count() == 2
    page.wait_for_timeout(200)
    page.evaluate(
        """() => {
          document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "3", bubbles: true }));
          location.assign("/granskning/");
        }"""
    )
    page.wait_for_url("**/granskning/")
    page.wait_for_timeout(300)
    assert list(Verdict.objects.values_list("value", flat=True)) == ["correct", "incorrect", "outdated"]
    at_desk(page, drawn)
    Session.objects.all().delete()
    page.keyboard.press("u")
    expect(page.locator("#desk-notice a")).to_have_attribute(
        "href", f"/logga-in/?next=%2Fgranska%2F{drawn.pk}%2F%3Ffaktum%3D{sample(drawn)[3].pk}"
    )
    assert Verdict.objects.count() == 3
