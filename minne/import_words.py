"""What the importers' codes say to people: Swedish here, other languages by the catalogue."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from minne.importers.shapes import EXPECTED

ROW: dict[str, str | Promise] = {
    "bad_json": _("är inte giltig JSON, vid tecken {at}: {reason}"),
    "bad_time": _("{field} är ingen tid: {value}"),
    "duplicate_key": _("har fältet {key} två gånger"),
    "empty_field": _("{field} är tomt"),
    "erasing": _("hör till någon vars minne raderas"),
    "future": _("är daterad {value}, mer än ett dygn framåt"),
    "id_taken": _("har id {id}, som redan finns med annat innehåll"),
    "line_too_long": _("raden är längre än {limit} byte"),
    "long_number": _("innehåller ett för långt tal"),
    "lone_surrogate": _("{field} innehåller ett halvt tecken (en ensam surrogat)"),
    "missing_field": _("{field} saknas"),
    "naive_time": _("{field} saknar tidszon: {value}"),
    "no_time": _("har ingen tid, och det har inte samtalet heller"),
    "not_object": _("är inget objekt utan {seen}"),
    "not_utf8": _("är inte UTF-8: {reason}"),
    "nul": _("{field} innehåller ett NUL-tecken"),
    "other_person": _("tillhör {seen}, inte {expected}"),
    "out_of_range": _("{field} ligger utanför det möjliga: {value}"),
    "paused": _("hör till någon vars minne är pausat"),
    "too_deep": _("är nästlad djupare än {limit} nivåer"),
    "too_long": _("{field} är längre än {limit} tecken"),
    "truncated": _("slutar mitt i raden"),
    "unknown_role": _("har den okända rollen {value}"),
    "wrong_type": _("{field} ska vara {expected}, inte {seen}"),
}

FILE: dict[str, str | Promise] = {
    "bad_structure": _("Ogiltig JSON vid byte {at} i {name}: {reason}."),
    "bad_zip": _("ZIP-arkivet är skadat eller avkortat: {reason}."),
    "binary": _("{name} är en binärfil; väntade {expected}."),
    "compressed": _("{name} är komprimerad ({seen}); packa upp den först. Väntade {expected}."),
    "empty": _("{name} är tom."),
    "encoding": _("{name} är i {seen}; väntade UTF-8."),
    "encrypted": _("{name} i arkivet är krypterad."),
    "manifest_alone": _("{name} räknar bara upp delarna av en export. Hämta dem och läs in dem."),
    "missing_shard": _("Manifestet nämner {name}, som inte finns där."),
    "no_conversations": _("I {name} finns inget att läsa in: väntade {expected}, såg {seen}."),
    "not_a_file": _("{name} är varken en fil, en mapp eller ett ZIP-arkiv."),
    "not_found": _("{name} finns inte."),
    "not_json": _("{name} är inte JSON: väntade {expected}, såg {seen}."),
    "not_readable": _("{name} kan inte läsas: {reason}."),
    "other_format": _("{name} ser ut som {seen}; väntade {expected}."),
    "path_escape": _("Arkivet har ett namn som pekar ut ur det: {name}."),
    "symlink": _("{name} är en symbolisk länk; bara riktiga filer läses."),
    "too_deep": _("{name} är nästlad djupare än {limit} nivåer."),
    "too_large": _("{name} är för stor: {seen}, och högst {limit} läses."),
    "too_many_files": _("Arkivet har {seen} filer, och högst {limit} läses."),
    "trailing_data": _("{name} fortsätter efter sitt slut, vid byte {at}."),
    "truncated": _("{name} slutar mitt i, vid byte {at}: den är avkortad."),
    "unknown_format": _("Det finns inget format {seen}; välj bland {expected}."),
    "unknown_shape": _("{name} har en okänd form: väntade {expected}, såg {seen}."),
    "zip_bomb": _("Arkivet packas upp till {seen}, mer än {limit} gånger sin egen storlek."),
}

NOTICE: dict[str, str | Promise] = {
    "conversation_without_end": _("Samtal {row} saknar sitt sista meddelande; dess nyaste gren lästes."),
    "empty_export": _("{name} innehåller inget att läsa in."),
    "incomplete_page": _("Filen är en sida av flera ({seen} av {total}); hämta resten och läs in den också."),
    "memories_present": _("Exporten har också assistentens minnen; läs in dem med --format {format}."),
    "not_in_manifest": _("{name} nämns inte av manifestet och lästes inte."),
    "only_others": _("Inget här tillhör {expected}; filen nämner {seen}."),
    "shard_gap": _("{name} saknas mellan de andra delarna av exporten."),
}

SKIPPED: dict[str, str | Promise] = {
    "agent": _("en agents eget minne"),
    "assistant": _("sagt av assistenten"),
    "assistant_memory": _("assistentens lista över minnen"),
    "attachment": _("bifogad fil, bild eller ljud"),
    "code": _("kod som assistenten körde"),
    "do_not_remember": _("samtal märkt att inte sparas"),
    "duplicate": _("sagt två gånger i filen"),
    "empty": _("meddelande utan text"),
    "empty_conversation": _("samtal där inget sägs"),
    "heading": _("rubrik"),
    "hidden": _("dolt meddelande"),
    "memory_write": _("assistenten skriver till sitt minne"),
    "not_fact": _("kant utan faktum"),
    "older_copy": _("äldre kopia av samma samtal"),
    "other_branch": _("meddelande utanför den gällande grenen"),
    "other_person": _("någon annans"),
    "pasted_text": _("inklistrad text sparad som fil"),
    "placeholder": _("platshållare för ett block som inte stöds"),
    "profile": _("egna instruktioner"),
    "same_as_facts": _("upprepar vad fakta redan säger"),
    "system": _("systemmeddelande"),
    "thinking": _("assistentens tankar"),
    "tool": _("verktygsanrop eller dess svar"),
    "unknown_content": _("okänd sorts innehåll"),
    "unknown_part": _("okänd sorts del"),
    "unknown_role": _("okänd roll"),
    "web": _("text från webben"),
}

THINGS: dict[str, str | Promise] = {
    "an object": _("ett objekt"),
    "an array": _("en lista"),
    "a text": _("en text"),
    "a number": _("ett tal"),
    "true or false": _("sant eller falskt"),
    "null": _("null"),
    "something else": _("något annat"),
    "an archive or a folder": _("ett arkiv eller en mapp"),
    "no files": _("inga filer"),
    "a web page": _("en webbsida"),
    "values that are not objects": _("värden som inte är objekt"),
    "one JSON value over many lines": _("ett JSON-värde över flera rader"),
    "Expecting value": _("ett värde saknas"),
    "Expecting ',' delimiter": _("ett kommatecken saknas"),
    "Expecting ':' delimiter": _("ett kolon saknas"),
    "Expecting property name enclosed in double quotes": _("ett namn inom citattecken saknas"),
    "Illegal trailing comma before end of object": _("ett kommatecken för mycket"),
    "Illegal trailing comma before end of array": _("ett kommatecken för mycket"),
    "Unterminated string starting": _("en text börjar här utan att sluta"),
    "Invalid control character": _("ett styrtecken mitt i en text"),
    "Invalid \\escape": _("ett okänt tecken efter omvänt snedstreck"),
    "Invalid \\uXXXX escape": _("en teckenkod som inte är hel"),
    "Extra data": _("raden fortsätter efter sitt värde"),
    "expected a name in quotes": _("ett namn inom citattecken saknas"),
    "expected a value": _("ett värde saknas"),
    "invalid start byte": _("ett ogiltigt tecken"),
    "invalid continuation byte": _("ett ogiltigt tecken"),
    "unexpected end of data": _("ett tecken är avhugget"),
    EXPECTED["jsonl"]: _("ett JSON-objekt per rad med id, person, role, text och occurred_at"),
    EXPECTED["chatgpt"]: _("en export från ChatGPT (samtal med mapping)"),
    EXPECTED["claude"]: _("en export från Claude (samtal med chat_messages)"),
    EXPECTED["claude_memories"]: _("Claudes memories.json (conversations_memory)"),
    EXPECTED["mem0"]: _("en dump från mem0 (results med memory)"),
    EXPECTED["zep"]: _("fakta från Zep eller Graphiti (facts, edges eller items med fact)"),
    EXPECTED["lines"]: _("ren text med ett minne per rad"),
}

SENTENCES = {**ROW, **FILE, **NOTICE}


def told(code: str, params: Mapping[str, str]) -> str:
    """The sentence of a code in the user's language; a code without one is shown as it stands."""
    sentence = SENTENCES.get(code)
    if sentence is None:
        return code
    words = {name: str(THINGS.get(value, value)) for name, value in params.items()}
    return str(sentence).format_map(words)
