"""Every sentence that a page, a mail or a chart says about numbers, beside the numbers that made it.

To be read by a person: is it true, and does somebody who knows no statistics understand it? Nothing is
stored. Run from the repository's root: python -m tests.benchmarks.number_sentences
"""

from __future__ import annotations

import os


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "minne.settings")
    import django
    from django.utils import translation

    django.setup()
    from tests.benchmarks._sentences import everything

    said = 0
    for heading, rows in everything():
        print(f"\n== {heading}\n")
        for numbers, sentences in rows:
            print(f"[{numbers}]")
            for sentence in sentences:
                said += 1
                print(f"    {sentence}")
    with translation.override("sv"):
        print(f"\n{said} sentences and labels.")


if __name__ == "__main__":
    main()
