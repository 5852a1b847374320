"""Keys without a pause, and a witness of what each was about."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Page, expect

DIGITS = {"1": "correct", "2": "incorrect", "3": "outdated", "0": "skipped"}
KEYS = "1231"
# Writes down which fact was on the screen when a key came, for how long it had been, whether an answer was
# on its way, and at once after whether the key was refused.
WITNESS = """
window.presses = [];
let onTheWay = 0, since = Infinity, last = null;
const sheet = () => document.querySelector("#desk-place .sheet");
const refusals = () => Number(document.getElementById("desk-line").dataset.refused || 0);
const fetched = window.fetch;
window.fetch = async (...request) => {
  onTheWay += 1;
  const over = () => setTimeout(() => { onTheWay -= 1; });
  try {
    const response = await fetched(...request);
    const text = response.text.bind(response);
    response.text = () => text().finally(over);
    return response;
  } catch (error) {
    over();
    throw error;
  }
};
const watch = () => {
  if (sheet() !== last) [last, since] = [sheet(), performance.now()];
  requestAnimationFrame(watch);
};
document.addEventListener("DOMContentLoaded", watch);
window.addEventListener("keydown", (event) => {
  const up = sheet() === last ? performance.now() - since : 0;
  const item = sheet() ? Number(sheet().dataset.item) : 0;
  window.presses.push({key: event.key, item, up, onTheWay, before: refusals()});
}, true);
window.addEventListener("keydown", () => {
  const press = window.presses.at(-1);
  press.refused = refusals() > press.before;
});
"""
READ = (
    150 + 40
)  # ms that a fact must have been up for a key to count, and what a frame and a timer may be late


@dataclass(frozen=True)
class Press:
    """A key: the fact that was on the screen, what it said of it, and whether it was visibly refused.

    `was_ready`: the fact had been up long enough, and no answer was on its way.
    """

    item: int
    value: str
    refused: bool
    was_ready: bool


def burst(page: Page, gap: int, *, keys: int = 30) -> list[Press]:
    """So many keys, so many milliseconds apart, on a page with the witness; what became of each."""
    for number in range(keys):
        page.keyboard.press(KEYS[number % len(KEYS)])
        page.wait_for_timeout(gap)
    expect(page.locator("#desk-line")).not_to_have_text("Sparar …")
    page.wait_for_timeout(300)
    return [_press(seen) for seen in page.evaluate("window.presses")]


def _press(seen: dict[str, object]) -> Press:
    was_ready = bool(seen["item"]) and not seen["onTheWay"] and float(str(seen["up"])) > READ
    return Press(int(str(seen["item"])), DIGITS[str(seen["key"])], bool(seen["refused"]), was_ready)
