from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.contrib.sessions.models import Session
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from granskning.models import Item, Look, Round, Verdict, VerdictChange
from granskning.services import labelling
from granskning.services.labelling import Step
from minne.models import Person
from tests.browser.bursts import WITNESS, burst
from tests.browser.site import Site
from tests.granskning.making import a_round, administrator, reviewer, sample

LogIn = Callable[..., Page]


def open_round(n: int = 4, **more: Any) -> Round:
    return a_round(n, frame=more.pop("frame", 2 * n), now=timezone.now(), **more)


def at_desk(page: Page, drawn: Round) -> Page:
    page.goto(f"/granska/{drawn.pk}/")
    expect(page.locator("#desk-place h1")).to_be_focused()
    page.wait_for_timeout(380)  # longer than a fact must be up before a click counts
    return page


def shown(page: Page) -> int:
    return int(page.locator("#desk-place .sheet").get_attribute("data-item") or 0)


def saved(page: Page) -> None:
    expect(page.locator("#desk-line")).to_contain_text("Sparat")


def slow(seconds: float) -> Callable[[Route], None]:
    def handle(route: Route) -> None:
        route.request.frame.page.wait_for_timeout(seconds * 1000)
        route.continue_()

    return handle


def test_one_key_is_one_answer_and_the_next_fact_has_the_focus(log_in: LogIn) -> None:
    drawn, rut = open_round(), reviewer()
    page = at_desk(log_in(rut), drawn)
    first, second = sample(drawn)[:2]
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.keyboard.press("2")
    assert shown(page) == second.pk
    saved(page)
    assert [url.rpartition("/granska/")[2] for url in requests] == [f"{drawn.pk}/svar/"]
    assert page.evaluate("document.activeElement.id") == f"fact-{second.pk}"
    verdict = Verdict.objects.get()
    assert (verdict.item, verdict.value, verdict.reviewer) == (first, "incorrect", rut)
    assert verdict.seconds is not None
    assert 0.2 < verdict.seconds < 20


def test_looks_are_of_what_was_on_the_screen(log_in: LogIn) -> None:
    drawn = open_round()
    page = at_desk(log_in(reviewer()), drawn)
    assert list(Look.objects.values_list("item__order", flat=True)) == [1]
    page.keyboard.press("1")
    saved(page)
    assert list(Look.objects.order_by("pk").values_list("item__order", flat=True)) == [1, 2]


@pytest.mark.parametrize(("gap", "least"), [(0, 1), (50, 2), (200, 10)])
def test_a_burst_of_thirty_keys_is_thirty_right_labels_or_refusals_that_show(
    log_in: LogIn, gap: int, least: int
) -> None:
    """How many count the machine decides (the benchmark prints it); which, and for what, it never does."""
    drawn, rut = open_round(30, frame=60), reviewer()
    page = log_in(rut)
    page.add_init_script(WITNESS)
    presses = burst(at_desk(page, drawn), gap)
    assert len(presses) == 30
    counted = [press for press in presses if not press.refused]
    assert dict(Verdict.objects.values_list("item", "value")) == {p.item: p.value for p in counted}
    assert Verdict.objects.count() == len(counted) >= least
    assert [press for press in presses if press.refused and press.was_ready] == []


def test_five_presses_and_a_click_on_a_slow_server_are_one_answer(log_in: LogIn) -> None:
    drawn = open_round()
    page = at_desk(log_in(reviewer()), drawn)
    page.route("**/svar/", slow(3))
    page.keyboard.press("1")
    for _ in range(4):
        page.keyboard.press("1")
    page.get_by_role("button", name="Stämmer inte").click()
    expect(page.locator("#desk-line")).to_contain_text("räknades inte")
    saved(page)
    assert (Verdict.objects.count(), VerdictChange.objects.count()) == (1, 1)
    assert shown(page) == sample(drawn)[1].pk


def test_the_next_fact_is_up_at_once_however_slow_the_server(log_in: LogIn) -> None:
    drawn = open_round()
    page = at_desk(log_in(reviewer()), drawn)
    page.route("**/svar/", slow(1))
    took = page.evaluate(
        """async () => {
          const start = performance.now();
          document.dispatchEvent(new KeyboardEvent("keydown", {key: "1", code: "Digit1", bubbles: true}));
          await new Promise(requestAnimationFrame);
          return [performance.now() - start, document.querySelector("#desk-place .sheet").dataset.item];
        }"""
    )
    assert took[0] < 100
    assert int(took[1]) == sample(drawn)[1].pk
    saved(page)


def test_a_key_before_the_last_facts_answer_is_in_is_refused(log_in: LogIn) -> None:
    drawn = open_round(1)
    page = at_desk(log_in(reviewer()), drawn)
    page.route("**/svar/", slow(1))
    page.keyboard.press("1")
    page.keyboard.press("2")
    expect(page.locator("#desk-place h1")).to_have_text("Alla fakta är besvarade")
    assert Verdict.objects.get().value == "correct"


@pytest.mark.parametrize("failure", ["no net", "server error"])
def test_a_lost_answer_comes_back_and_is_offered_again(log_in: LogIn, failure: str) -> None:
    drawn = open_round()
    page = at_desk(log_in(reviewer()), drawn)

    def fail(route: Route) -> None:
        route.abort() if failure == "no net" else route.fulfill(status=500, body="<h1>500</h1>")

    page.route("**/svar/", fail)
    page.keyboard.press("3")
    expect(page.locator("#desk-notice")).to_contain_text("«inaktuellt» är inte sparat")
    assert shown(page) == sample(drawn)[0].pk
    assert not Verdict.objects.exists()
    page.unroute("**/svar/")
    page.get_by_role("button", name="Spara nu").click()
    saved(page)
    assert Verdict.objects.get().value == "outdated"
    assert shown(page) == sample(drawn)[1].pk
    expect(page.locator("#desk-notice")).to_be_empty()


def test_an_answer_whose_reply_was_lost_is_one_answer_when_sent_again(log_in: LogIn) -> None:
    drawn = open_round()
    page = at_desk(log_in(reviewer()), drawn)

    def swallow(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/svar/", swallow)
    page.keyboard.press("1")
    expect(page.locator("#desk-notice")).to_contain_text("inte sparat")
    page.unroute("**/svar/")
    page.get_by_role("button", name="Spara nu").click()
    saved(page)
    assert (Verdict.objects.count(), VerdictChange.objects.count()) == (1, 1)


def test_after_an_idle_night_the_note_and_the_answer_are_still_there(log_in: LogIn) -> None:
    drawn, rut = open_round(), reviewer()
    rut.set_password("ett riktigt långt lösenord")
    rut.save()
    page = at_desk(log_in(rut, alone=True), drawn)
    first = sample(drawn)[0]
    page.keyboard.press("n")
    page.keyboard.type("Hon flyttade 123 sun")
    page.keyboard.press("Escape")
    Session.objects.all().delete()
    page.keyboard.press("2")
    expect(page.locator("#desk-notice")).to_contain_text("Du är utloggad")
    assert shown(page) == first.pk
    page.get_by_role("link", name="Logga in").click()
    page.get_by_label("Användarnamn").fill("rut")
    page.get_by_label("Lösenord").fill("ett riktigt långt lösenord")
    page.keyboard.press("Enter")
    expect(page.locator("#desk-notice")).to_contain_text("«stämmer inte» blev inte sparat")
    assert shown(page) == first.pk
    expect(page.locator(".verdict textarea")).to_have_value("Hon flyttade 123 sun")
    page.get_by_role("button", name="Spara nu").click()
    saved(page)
    verdict = Verdict.objects.get()
    assert (verdict.value, verdict.note) == ("incorrect", "Hon flyttade 123 sun")


def test_a_form_grown_old_is_renewed_without_a_word(log_in: LogIn) -> None:
    drawn = open_round()
    page = at_desk(log_in(reviewer()), drawn)
    page.context.add_cookies([{"name": "csrftoken", "value": "x" * 32, "url": page.url}])
    page.keyboard.press("1")
    saved(page)
    assert Verdict.objects.count() == 1


def test_keys_do_nothing_while_a_note_is_written_or_the_help_is_open(log_in: LogIn) -> None:
    drawn = open_round()
    page = at_desk(log_in(reviewer()), drawn)
    page.keyboard.press("n")
    page.keyboard.type("123 s u 0?")
    expect(page.locator(".verdict textarea")).to_have_value("123 s u 0?")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    for key in ("1", "2", "3", "0", "u", "s"):
        page.keyboard.press(key)
    page.keyboard.press("Escape")
    page.wait_for_timeout(200)
    assert not Verdict.objects.exists()
    assert shown(page) == sample(drawn)[0].pk


def test_the_guidelines_are_read_on_the_desk_and_keys_are_still_until_they_are_closed(log_in: LogIn) -> None:
    drawn = open_round()
    page = at_desk(log_in(reviewer(), viewport={"width": 320, "height": 568}), drawn)
    dialog = page.get_by_role("dialog", name="Riktlinjer")
    page.keyboard.press("g")
    expect(dialog).to_contain_text("Inaktuellt eller stämmer inte?")
    assert page.evaluate("document.activeElement.id") == "guidelines-heading"
    for key in ("1", "2", "3", "0", "u", "s", "n", "?"):
        page.keyboard.press(key)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert faults(page) == []
    page.keyboard.press("g")
    expect(dialog).to_be_hidden()
    page.get_by_role("link", name="Riktlinjer").click()
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert not Verdict.objects.exists()
    page.keyboard.press("1")
    saved(page)


def test_whoever_is_typing_when_another_fact_comes_up_answers_nothing(log_in: LogIn) -> None:
    drawn = open_round()
    page = at_desk(log_in(reviewer()), drawn)
    page.evaluate(
        """() => {
          window.kept = window.fetch;
          window.fetch = () => new Promise((_, no) => setTimeout(() => no(new TypeError("net")), 700));
        }"""
    )
    page.keyboard.press("1")
    page.keyboard.press("n")
    page.keyboard.type("Stressad, 12 juni: slutade u 0 s 2", delay=60)
    expect(page.locator("#desk-notice")).to_contain_text("«stämmer» är inte sparat")
    page.evaluate("window.fetch = window.kept")
    page.wait_for_timeout(1100)
    assert not VerdictChange.objects.exists()
    assert shown(page) == sample(drawn)[0].pk
    page.keyboard.press("1")
    saved(page)
    assert Verdict.objects.get().item == sample(drawn)[0]
    written = page.locator(".verdict textarea").input_value()
    assert len(written) > 3
    assert "Stressad, 12 juni: slutade u 0 s 2".startswith(written)


def test_a_note_begun_while_an_undo_is_under_way_waits_for_it(log_in: LogIn) -> None:
    drawn = open_round()
    page = at_desk(log_in(reviewer()), drawn)
    page.keyboard.press("1")
    saved(page)
    page.route("**/angra/", slow(0.6))
    page.keyboard.press("u")
    page.keyboard.press("n")
    expect(page.locator("#desk-line")).to_contain_text("räknades inte")
    expect(page.locator("#desk-line")).to_contain_text("Ångrat")
    assert shown(page) == sample(drawn)[0].pk


def test_nobody_answers_on_the_page_of_another_who_was_logged_in_before(log_in: LogIn, site: Site) -> None:
    drawn, siv = open_round(), reviewer("siv")
    page = at_desk(log_in(reviewer()), drawn)
    page.context.add_cookies([{"name": "sessionid", "value": site.session(siv), "url": site.url}])
    page.keyboard.press("1")
    expect(page.locator("#desk-notice")).to_contain_text("Du är utloggad")
    assert not Verdict.objects.exists()


def test_the_desk_works_where_the_browser_keeps_nothing(log_in: LogIn) -> None:
    drawn = open_round()
    page = log_in(reviewer())
    page.add_init_script(
        """for (const kind of ["sessionStorage", "localStorage"])
          Object.defineProperty(window, kind, {get() { throw new DOMException("no", "SecurityError"); }});"""
    )
    at_desk(page, drawn)
    page.keyboard.press("1")
    saved(page)
    page.wait_for_timeout(200)
    page.keyboard.press("2")
    expect(page.locator("#desk-line")).to_contain_text("Sparat: stämmer inte")
    assert Verdict.objects.count() == 2


def test_keys_that_edit_scroll_or_command_do_nothing(log_in: LogIn) -> None:
    drawn = open_round()
    page = at_desk(log_in(reviewer()), drawn)
    for key in (
        "Backspace",
        "Delete",
        "Enter",
        "Space",
        "Control+1",
        "Alt+2",
        "Meta+3",
        "Control+u",
        "x",
        "9",
    ):
        page.keyboard.press(key)
    page.wait_for_timeout(200)
    assert not Verdict.objects.exists()
    assert shown(page) == sample(drawn)[0].pk


KEYS = [
    ("1", "Digit1", False, "correct"),
    ("2", "Numpad2", False, "incorrect"),
    ("é", "Digit2", False, "incorrect"),  # AZERTY without shift
    ("3", "Digit3", True, "outdated"),  # AZERTY with shift
    ("à", "Digit0", False, "skipped"),
    ("s", "KeyS", False, "skipped"),
    ("S", "KeyS", True, "skipped"),  # with caps lock
    ("ы", "KeyS", False, "skipped"),  # a Cyrillic layout
    ("End", "Numpad1", False, None),  # the numeric keypad without NumLock moves about
    ("!", "Digit1", True, None),
    ("q", "KeyA", False, None),
]


def test_keys_count_by_what_they_write_and_else_by_where_they_sit(log_in: LogIn) -> None:
    page = at_desk(log_in(reviewer()), open_round(12))
    for key, code, shift, value in KEYS:
        before = Verdict.objects.count()
        event = {"key": key, "code": code, "shiftKey": shift, "bubbles": True, "cancelable": True}
        page.evaluate("(event) => document.body.dispatchEvent(new KeyboardEvent('keydown', event))", event)
        page.wait_for_timeout(200)
        expect(page.locator("#desk-line")).not_to_have_text("Sparar …")
        given = list(Verdict.objects.order_by("pk").values_list("value", flat=True))[before:]
        assert given == ([value] if value else []), key


def test_the_map_of_keys_stays_as_it_is(log_in: LogIn) -> None:
    page = at_desk(log_in(reviewer()), open_round())
    assert page.evaluate("deskKeys.KEYS") == {
        "1": "correct",
        "2": "incorrect",
        "3": "outdated",
        "0": "skipped",
        "s": "skipped",
        "u": "undo",
        "n": "note",
        "g": "guidelines",
        "?": "help",
    }


def test_a_key_held_down_counts_once(log_in: LogIn) -> None:
    drawn = open_round()
    page = at_desk(log_in(reviewer()), drawn)
    for _ in range(6):
        page.keyboard.down("1")
        page.wait_for_timeout(200)
    page.keyboard.up("1")
    saved(page)
    assert Verdict.objects.count() == 1


def test_keys_can_be_turned_off_for_good(log_in: LogIn) -> None:
    drawn = open_round()
    page = at_desk(log_in(reviewer()), drawn)
    page.keyboard.press("?")
    page.get_by_label("Kortkommandon på").uncheck()
    page.get_by_role("button", name="Stäng").click()
    page.keyboard.press("1")
    at_desk(page, drawn)
    page.keyboard.press("1")
    page.wait_for_timeout(200)
    assert not Verdict.objects.exists()
    page.get_by_role("button", name="Stämmer", exact=True).click()
    saved(page)
    assert Verdict.objects.count() == 1


def test_answering_by_tab_and_enter_moves_the_focus_and_is_said_once(log_in: LogIn) -> None:
    drawn = open_round()
    page = at_desk(log_in(reviewer()), drawn)
    page.evaluate(
        """() => {
          window.said = [];
          new MutationObserver(() => window.said.push(document.getElementById("status").textContent))
            .observe(document.getElementById("status"), {childList: true, subtree: true});
        }"""
    )
    page.get_by_role("button", name="Inaktuellt").focus()
    page.keyboard.press("Enter")
    saved(page)
    assert page.evaluate("document.activeElement.id") == f"fact-{sample(drawn)[1].pk}"
    assert page.evaluate("window.said") == ["Sparat: inaktuellt. 3 kvar."]


def test_undo_takes_back_one_press_at_a_time(log_in: LogIn) -> None:
    drawn = open_round()
    page = at_desk(log_in(reviewer()), drawn)
    first, second, third, _ = sample(drawn)
    for following in (second, third):
        page.keyboard.press("1")
        saved(page)
        page.wait_for_timeout(200)
        assert shown(page) == following.pk
    for back in (second, first):
        page.keyboard.press("u")
        expect(page.locator("#desk-line")).to_contain_text("Ångrat")
        page.wait_for_timeout(200)
        assert shown(page) == back.pk
    page.keyboard.press("u")
    expect(page.locator("#desk-line")).to_contain_text("inget att ångra")
    assert not Verdict.objects.exists()
    page.keyboard.press("3")
    saved(page)
    assert Verdict.objects.get().item == first


# The second half of a double click on the last fact lands on what has just come up.
CLICK_WHAT_COMES_UP = """() => new MutationObserver((_, watch) => {
  const button = document.querySelector("#desk-place button[form=finish-form]");
  if (!button) return;
  watch.disconnect();
  button.dispatchEvent(new MouseEvent("click", { detail: 2, bubbles: true, cancelable: true }));
}).observe(document.getElementById("desk-place"), { childList: true, subtree: true })"""


def test_the_last_answer_can_be_taken_back_and_the_round_is_closed_by_a_press(log_in: LogIn) -> None:
    drawn = open_round(1)
    page = at_desk(log_in(reviewer()), drawn)
    heading = page.locator("#desk-place h1")
    page.keyboard.press("1")
    expect(heading).to_have_text("Alla fakta är besvarade")
    for key in ("1", "Enter", "Space"):
        page.keyboard.press(key)
    page.keyboard.press("u")
    expect(heading).to_have_id(f"fact-{sample(drawn)[0].pk}")
    page.wait_for_timeout(380)
    page.evaluate(CLICK_WHAT_COMES_UP)
    page.keyboard.press("3")
    expect(heading).to_have_text("Alla fakta är besvarade")
    close = page.get_by_role("button", name="Stäng omgången och visa resultatet")
    expect(page.locator("#desk-line")).to_contain_text("räknades inte")
    assert faults(page) == []
    close.click()
    expect(page.locator("main")).to_contain_text("0 av 1 stämde")
    assert Round.objects.get().closed_at is not None
    page.goto(f"/granska/{drawn.pk}/")
    page.keyboard.press("u")
    assert Verdict.objects.get().value == "outdated"


def test_what_is_saved_is_there_when_the_browser_dies(log_in: LogIn) -> None:
    drawn, rut = open_round(n=12), reviewer()
    for count in range(1, 11):
        page = log_in(rut, alone=True)
        page.goto(f"/granska/{drawn.pk}/")
        expect(page.locator("#desk-place h1")).to_be_focused()
        page.wait_for_timeout(160)  # as long as a fact must be up before a key counts
        page.keyboard.press("1")
        saved(page)
        page.context.close()
        assert Verdict.objects.count() == count


def test_leaving_the_page_frees_what_it_held(log_in: LogIn) -> None:
    drawn = open_round()
    page = at_desk(log_in(reviewer()), drawn)
    assert Item.objects.exclude(leased_to=None).count() == 2
    page.goto("/granskning/")
    page.wait_for_timeout(300)
    assert Item.objects.exclude(leased_to=None).count() == 0


def test_reloading_keeps_what_is_held(log_in: LogIn) -> None:
    drawn = open_round()
    page = at_desk(log_in(reviewer()), drawn)
    page.reload()
    page.wait_for_timeout(300)
    assert Item.objects.exclude(leased_to=None).count() == 2
    assert shown(page) == sample(drawn)[0].pk


def test_items_held_by_another_come_when_they_are_free(log_in: LogIn) -> None:
    drawn, rut, siv = open_round(2), reviewer(), reviewer("siv")
    Item.objects.update(leased_to=siv, leased_until=timezone.now() + timedelta(minutes=3))
    page = log_in(rut, alone=True)
    page.clock.install()
    page.goto(f"/granska/{drawn.pk}/")
    expect(page.locator("#desk-place h1")).to_have_text("2 fakta granskas av andra")
    Item.objects.update(leased_until=timezone.now())
    page.clock.run_for(16_000)
    expect(page.locator("#desk-place .sheet")).to_have_attribute("data-item", str(sample(drawn)[0].pk))


def test_two_tabs_cannot_give_two_answers(log_in: LogIn) -> None:
    drawn = open_round()
    page = at_desk(log_in(reviewer()), drawn)
    other = page.context.new_page()
    at_desk(other, drawn)
    page.keyboard.press("1")
    saved(page)
    other.keyboard.press("2")
    expect(other.locator("#desk-notice")).to_contain_text("Du har redan svarat «stämmer»")
    assert Verdict.objects.get().value == "correct"
    assert shown(other) == sample(drawn)[1].pk


def test_a_note_on_an_answer_that_came_too_late_is_still_to_be_read(log_in: LogIn) -> None:
    drawn, siv = open_round(), reviewer("siv")
    page = at_desk(log_in(reviewer()), drawn)
    item = sample(drawn)[0].pk
    Item.objects.update(leased_to=None, leased_until=None)
    step = Step(value="correct", version=0)
    labelling.answer(round=drawn, item=item, reviewer=siv, step=step, now=timezone.now())
    page.keyboard.press("n")
    page.keyboard.type("Se mejlet från maj")
    page.get_by_role("button", name="Inaktuellt").click()
    expect(page.locator("#desk-notice")).to_contain_text("Någon annan hann svara")
    expect(page.locator("#desk-notice")).to_contain_text("Se mejlet från maj")
    assert shown(page) == sample(drawn)[1].pk


def test_time_stops_while_nobody_is_there(log_in: LogIn) -> None:
    drawn = open_round()
    page = log_in(reviewer(), alone=True)
    page.clock.install()
    page.goto(f"/granska/{drawn.pk}/")
    page.clock.run_for(2000)
    page.clock.fast_forward(600_000)
    page.keyboard.press("1")
    saved(page)
    seconds = Verdict.objects.get().seconds
    assert seconds is not None
    assert seconds < 70


def test_the_surrounding_turns_open_at_one_press(log_in: LogIn) -> None:
    drawn = open_round()
    page = at_desk(log_in(reviewer()), drawn)
    page.get_by_role("button", name="Visa samtalet").click()
    expect(page.locator(".turns")).to_be_visible()
    assert Look.objects.filter(surroundings=True).count() == 1


@pytest.mark.parametrize(
    "nasty", ["</script><img src=x onerror=alert(1)>", "{{7*7}}", '" hx-get="/x" hx-trigger="load']
)
def test_foreign_text_runs_nothing(log_in: LogIn, nasty: str) -> None:
    drawn = open_round()
    Item.objects.update(text=nasty)
    page = log_in(reviewer())
    trouble: list[str] = []
    page.on("dialog", lambda dialog: trouble.append(dialog.message))
    page.on("request", lambda request: trouble.append(request.url) if request.url.endswith("/x") else None)
    page.on("pageerror", lambda error: trouble.append(str(error)))
    at_desk(page, drawn)
    page.keyboard.press("n")
    page.keyboard.type(nasty)
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    saved(page)
    expect(page.locator("#desk-place h1")).to_have_text(nasty)
    page.goto(f"/granska/{drawn.pk}/mina/")
    assert trouble == []


def test_the_desk_works_without_a_script(log_in: LogIn) -> None:
    drawn = open_round(2)
    page = log_in(reviewer(), java_script_enabled=False)
    page.goto(f"/granska/{drawn.pk}/")
    page.get_by_role("button", name="Stämmer inte").click()
    page.get_by_role("button", name="Ångra").click()
    page.get_by_role("button", name="Stämmer", exact=True).click()
    page.get_by_role("link", name="Riktlinjer").click()
    expect(page.locator("main")).to_contain_text("Inaktuellt eller stämmer inte?")
    page.get_by_role("link", name="Till granskningen").click()
    page.get_by_role("button", name="Inaktuellt").click()
    expect(page.locator("#desk-place h1")).to_have_text("Alla fakta är besvarade")
    page.get_by_role("button", name="Stäng omgången och visa resultatet").click()
    expect(page.locator("main")).to_contain_text("1 av 2 stämde")
    assert list(Verdict.objects.order_by("item").values_list("value", flat=True)) == ["correct", "outdated"]


@pytest.mark.parametrize(("width", "height"), [(320, 568), (375, 667), (320, 256)])
def test_a_small_screen_has_the_buttons_and_no_sideways_scroll(
    log_in: LogIn, width: int, height: int
) -> None:
    drawn = open_round()
    Item.objects.update(
        text="Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft" * 2
    )
    page = at_desk(log_in(reviewer(), viewport={"width": width, "height": height}), drawn)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for name in ("Stämmer", "Stämmer inte", "Inaktuellt", "Kan inte avgöra"):
        box = page.get_by_role("button", name=name, exact=True).bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44
        if height > 500:
            assert box["y"] + box["height"] <= height


def test_the_page_is_light(log_in: LogIn) -> None:
    drawn = open_round()
    page = log_in(reviewer(), alone=True)
    weights: list[int] = []
    page.on("requestfinished", lambda request: weights.append(request.sizes()["responseBodySize"]))
    page.goto(f"/granska/{drawn.pk}/", wait_until="networkidle")
    assert len(weights) <= 10
    assert sum(weights) <= 100_000


def test_the_last_key_again_a_reload_and_going_back_change_nothing(log_in: LogIn) -> None:
    drawn = open_round(1)
    page = log_in(reviewer())
    page.goto("/granskning/")
    at_desk(page, drawn)
    page.keyboard.press("1")
    expect(page.locator("#desk-place h1")).to_have_text("Alla fakta är besvarade")
    page.keyboard.press("2")
    page.reload()
    page.keyboard.press("2")
    page.go_back()
    page.go_forward()
    expect(page.locator("#desk-place h1")).to_have_text("Alla fakta är besvarade")
    assert Verdict.objects.get().value == "correct"


def test_a_form_sent_again_by_going_back_changes_nothing(log_in: LogIn) -> None:
    drawn = open_round(2)
    page = log_in(reviewer(), java_script_enabled=False)
    page.goto(f"/granska/{drawn.pk}/")
    old: dict[str, str | float | bool] = {"item": str(shown(page)), "version": "0", "value": "incorrect"}
    token = page.locator(".verdict [name=csrfmiddlewaretoken]").get_attribute("value") or ""
    page.get_by_role("button", name="Stämmer", exact=True).click()
    again = page.request.post(f"/granska/{drawn.pk}/svar/", form=old | {"csrfmiddlewaretoken": token})
    assert again.status == 409
    assert "Du har redan svarat «stämmer»" in again.text()
    assert Verdict.objects.get().value == "correct"


SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
PAGES = [
    "/granskning/",
    "/granskning/ny/",
    "/granska/{}/",
    "/granska/{}/mina/",
    "/granska/{}/avgor/",
    "/mina-fakta/granska/",
]


def test_pages_have_no_fault_that_axe_finds_in_light_or_dark(log_in: LogIn) -> None:
    drawn, rut = open_round(2, reviewers=2), administrator("rut")
    Person.objects.update(user=rut)
    for name, value in (("siv", "correct"), ("tor", "outdated")):
        step = Step(value=value, version=0, note="Hm.")
        item = sample(drawn)[0].pk
        labelling.answer(round=drawn, item=item, reviewer=reviewer(name), step=step, now=timezone.now())
    item = sample(drawn)[1].pk
    labelling.answer(
        round=drawn, item=item, reviewer=rut, step=Step(value="incorrect", version=0), now=timezone.now()
    )
    page = log_in(rut)
    found = {}
    for path in PAGES:
        page.goto(path.format(drawn.pk))
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            found[path, scheme] = faults(page)
    assert {where: what for where, what in found.items() if what} == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_sheet_and_the_help_have_no_fault_that_axe_finds(log_in: LogIn, scheme: str) -> None:
    page = at_desk(log_in(reviewer(), color_scheme=scheme), open_round())
    page.get_by_role("button", name="Visa samtalet").click()
    expect(page.locator(".turns")).to_be_visible()
    assert faults(page) == []
    page.keyboard.press("?")
    assert faults(page) == []


FAULTS = """axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations.flatMap(
  (rule) => rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 200)}`)))"""


def faults(page: Page) -> list[str]:
    """What axe finds; the rest of its report, which is long, stays in the browser."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(FAULTS)
    return found
