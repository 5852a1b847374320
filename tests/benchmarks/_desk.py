"""What `desk.py` measures, once Django is set up."""

from __future__ import annotations

import os
import tempfile
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles

from django.utils import timezone
from playwright.sync_api import Browser, Page, sync_playwright

from granskning.models import Verdict
from granskning.services import rounds
from tests.browser.bursts import WITNESS, burst
from tests.browser.conftest import ARGUMENTS, chromium_path
from tests.browser.load import at_once, consolidation_beside
from tests.browser.site import Site, served
from tests.granskning.making import many_facts, reviewer

SECONDS = float(os.environ.get("SECONDS", "60"))
# From the key to the frame in which the next fact is there, and to the server's word that it is saved.
PRESS = """() => new Promise((done) => {
  const heading = () => document.querySelector("#desk-place h1").id;
  const before = heading(), start = performance.now();
  let shown = 0;
  const tick = () => {
    if (!shown && heading() !== before) shown = performance.now() - start;
    if (shown && document.getElementById("desk-line").textContent.startsWith("Sparat"))
      return done([shown, performance.now() - start]);
    requestAnimationFrame(tick);
  };
  document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "1", code: "Digit1", bubbles: true}));
  tick();
})"""


def line(name: str, values: Sequence[float]) -> str:
    p95 = quantiles(values, n=20)[-1]
    return f"{name}: median {median(values):.0f} ms, p95 {p95:.0f} ms ({len(values)} times)"


def trivial(site: Site) -> float:
    """The median of a page that asks the database for nothing: what this machine takes at least."""
    return median(_look(site) for _ in range(40))


def _look(site: Site) -> float:
    started = time.monotonic()
    urllib.request.urlopen(f"{site.url}/logga-in/").read()
    return (time.monotonic() - started) * 1000


@contextmanager
def trivial_beside(site: Site) -> Iterator[list[float]]:
    """The same page, now and then while others are at work: what they and this machine make anybody wait."""
    stop, taken = threading.Event(), [_look(site)]

    def run() -> None:
        while not stop.wait(0.5):
            taken.append(_look(site))

    thread = threading.Thread(target=run)
    thread.start()
    yield taken
    stop.set()
    thread.join()


def first_fact(site: Site, browser: Browser) -> None:
    """From the click on Granska to the first fact, on a server that has just started and then again."""
    rounds.start_round(user=None, n=30, now=timezone.now())
    for name in ("kall", "varm"):
        page = _desk_of(site, browser, name)
        page.add_init_script("addEventListener('focusin', () => { window.upAt ??= performance.now(); });")
        page.goto("/granskning/")
        page.get_by_role("link", name="Granska", exact=True).first.click()
        page.wait_for_selector("#desk-place h1:focus")
        served = "performance.getEntriesByType('navigation')[0].responseStart"
        print(
            f"click to first fact, {name}: {page.evaluate('window.upAt'):.0f} ms, "
            f"of which the server {page.evaluate(served):.0f} ms"
        )
        page.context.close()


def one_reviewer(site: Site, browser: Browser) -> None:
    drawn = rounds.start_round(user=None, n=120, now=timezone.now())
    page = _desk_of(site, browser, "ensam")
    _weigh(page, f"/granska/{drawn.pk}/")
    taken: list[tuple[float, float]] = []
    for _ in range(100):
        page.wait_for_timeout(200)
        taken.append(tuple(page.evaluate(PRESS)))
    page.context.close()
    print(line("key to next fact", [shown for shown, _ in taken]))
    print(line("key to saved", [saved for _, saved in taken]))
    assert Verdict.objects.in_round(drawn).count() == 100


def bursts(site: Site, browser: Browser) -> None:
    """Thirty keys without a pause: how many are labels, each held against the fact that was on the screen."""
    for gap in (0, 50, 200):
        drawn = rounds.start_round(user=None, n=30, now=timezone.now())
        page = _desk_of(site, browser, f"snabb-{gap}")
        page.add_init_script(WITNESS)
        page.goto(f"/granska/{drawn.pk}/", wait_until="networkidle")
        page.wait_for_timeout(500)
        presses = burst(page, gap)
        page.context.close()
        stored = dict(Verdict.objects.in_round(drawn).values_list("item", "value"))
        right = sum(not p.refused and stored.get(p.item) == p.value for p in presses)
        refused = sum(p.refused for p in presses)
        print(
            f"30 keys {gap} ms apart: {len(stored)} labels stored, {right} on the fact on the screen, "
            f"{refused} visibly refused, {30 - right - refused} lost"
        )


def _desk_of(site: Site, browser: Browser, name: str) -> Page:
    context = browser.new_context(base_url=site.url)
    context.add_cookies([{"name": "sessionid", "value": site.session(reviewer(name)), "url": site.url}])
    return context.new_page()


def _weigh(page: Page, path: str) -> None:
    sizes: list[int] = []
    page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    page.goto(path, wait_until="networkidle")
    paint = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
    print(
        f"page: {sum(sizes) / 1000:.0f} kB in {len(sizes)} requests, first fact {page.evaluate(paint):.0f} ms"
    )


def many(site: Site, count: int, least: float) -> None:
    drawn = rounds.start_round(user=None, n=5000, now=timezone.now())
    users = [reviewer(f"rut-{count}-{n}") for n in range(count)]
    with consolidation_beside(site), trivial_beside(site) as beside:
        done = at_once(site, users, round=drawn.pk, seconds=SECONDS)
    taken = [second * 1000 for each in done for second in each.seconds]
    errors = [error for each in done for error in each.errors]
    doubled = [item for item, times in Counter(_given(drawn.pk)).items() if times > 1]
    print(line(f"{count} reviewers, an import and a consolidation beside", taken))
    now = median(beside)
    print(
        f"   {median(taken) / least:.1f} times a trivial view alone ({least:.0f} ms), "
        f"{median(taken) / now:.1f} times one at the same time ({now:.0f} ms); load {os.getloadavg()[0]:.1f}"
    )
    refused = sum(each.refused for each in done)
    print(f"   errors {len(errors)}, doubled {len(doubled)}, visibly refused {refused}")
    for error in errors[:3]:
        print("  ", error)


def _given(drawn: int) -> list[int]:
    return list(Verdict.objects.filter(item__round=drawn).values_list("item", flat=True))


def measure() -> None:
    print("database: " + os.environ["DATABASE_URL"].partition(":")[0])
    # Playwright first: Django's connections belong to the loop that it runs.
    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder)) as site,
    ):
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        many_facts(people=60, each=50)
        least = trivial(site)
        print(f"a trivial view: median {least:.0f} ms")
        first_fact(site, browser)
        one_reviewer(site, browser)
        bursts(site, browser)
        browser.close()
        for count in (2, 16):
            many(site, count, least)
