import { createBreath } from '../breath.ts';
import { createLooseSearch, encodeWithin } from './loose-search.ts';

const REPLACEMENT = '[secret]';
/** Shorter values cannot be told from ordinary text. */
const SHORTEST_SOUGHT = 4;
/** Shorter values are only sought as words of their own: part of a word is probably another one. */
const SHORTEST_SOUGHT_IN_WORDS = 8;
/** Shorter pieces of base64 occur by chance. */
const MIN_BASE64_LENGTH = 8;
const BASE64 = /[A-Za-z0-9+/_-]/;
const IN_WORD = /[A-Za-z0-9_]/;
/** Sizes of a piece of work. Searching one piece takes a few milliseconds, whatever is in it. */
const CHARACTERS_PER_PIECE = 131_072;
const CUTS_PER_PIECE = 2000;

interface Form {
  text: string;
  /** Whether the characters beside it can hold bits of the secret, too. */
  shares_start?: boolean;
  shares_end?: boolean;
  is_word?: boolean;
}

type Breath = ReturnType<typeof createBreath>;

/** Cuts one secret out of texts. */
export interface Redactor {
  /** For texts that are as long as an answer. */
  redact(text: string): string;
  /** For texts of any length: others get their turn meanwhile. Many texts share one breath. */
  redactLong(text: string, breathe?: Breath): Promise<string>;
}

/**
 * Cuts a secret out in two steps. The first looks for the exact forms that requests, addresses and JSON give it. The
 * second finds it whatever happened to it on the way: case, escapes, line breaks, or a part that is missing.
 */
export function createRedactor(secret: string | null): Redactor {
  if (secret === null || secret.length < SHORTEST_SOUGHT) {
    return { redact: (text) => text, redactLong: async (text) => text };
  }
  const forms = listForms(secret);
  const loose = createLooseSearch(secret);

  function* work(text: string): Generator<void, string> {
    let left = text;
    for (const form of forms) left = yield* cutOut(left, form);
    return loose === null ? left : yield* cutPlaces(left, yield* loose.find(left, { isFound: left !== text }));
  }

  return {
    redact: (text) => {
      const working = work(text);
      for (let step = working.next(); ; step = working.next()) if (step.done) return step.value;
    },
    redactLong: async (text, breathe = createBreath()) => {
      const working = work(text);
      for (let step = working.next(); ; step = working.next()) {
        if (step.done) return step.value;
        const pause = breathe();
        if (pause !== undefined) await pause;
      }
    },
  };
}

/** The longest first: a part of a form can be another form. */
function listForms(secret: string): Form[] {
  const is_word = secret.length < SHORTEST_SOUGHT_IN_WORDS;
  const forms = [...listTexts(secret).map((text): Form => ({ text, is_word })), ...listBase64(secret)];
  return [...new Map(forms.map((form) => [form.text, form])).values()].sort((a, b) => b.text.length - a.text.length);
}

function* cutOut(text: string, form: Form): Generator<void, string> {
  let rest = 0;
  const kept: string[] = [];
  for (let from = 0; from < text.length; from += CHARACTERS_PER_PIECE) {
    const piece = text.slice(from, from + CHARACTERS_PER_PIECE + form.text.length - 1);
    const findFrom = (place: number) => piece.indexOf(form.text, Math.max(place, rest - from));
    for (let found = findFrom(0); found !== -1; found = findFrom(found + 1)) {
      let [start, end] = [from + found, from + found + form.text.length];
      if (form.is_word && (IN_WORD.test(text[start - 1] ?? '') || IN_WORD.test(text[end] ?? ''))) continue;
      if (form.shares_start && start > rest && BASE64.test(text[start - 1]!)) start--;
      if (form.shares_end && BASE64.test(text[end] ?? '')) end++;
      kept.push(text.slice(rest, start), REPLACEMENT);
      rest = end;
    }
    yield;
  }
  return rest === 0 ? text : kept.join('') + text.slice(rest);
}

function* cutPlaces(text: string, places: readonly number[]): Generator<void, string> {
  let rest = 0;
  const kept: string[] = [];
  for (let index = 0; index < places.length; index += 2) {
    const [start, end] = [places[index]!, places[index + 1]!];
    kept.push(text.slice(rest, start), REPLACEMENT, listMarks(text.slice(start, end)));
    rest = end;
    if (index % CUTS_PER_PIECE === 0) yield;
  }
  return rest === 0 ? text : kept.join('') + text.slice(rest);
}

/** The punctuation that keeps JSON valid where a secret began in one text and ended in another. */
function listMarks(cut: string): string {
  if (!cut.includes('"')) return '';
  const marks = cut.replace(/\\.|[^",:[\]{}]/gs, '');
  return marks.includes('"') ? marks : '';
}

/** As it is and percent-encoded, each also as JSON escapes it. */
function listTexts(secret: string): string[] {
  const whole = secret.toWellFormed();
  const strict = encodeURIComponent(whole).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  const encoded = [
    encodeURIComponent(whole),
    strict,
    encodeURI(whole),
    new URLSearchParams({ '': whole }).toString().slice(1),
  ];
  return [secret, ...encoded.flatMap(listCases)].flatMap(listEscapes);
}

function listCases(encoded: string): string[] {
  return [encoded.replace(/%../g, (code) => code.toUpperCase()), encoded.replace(/%../g, (code) => code.toLowerCase())];
}

function listEscapes(text: string): string[] {
  const escaped = JSON.stringify(text).slice(1, -1);
  const ascii = escaped.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const forms = [text, escaped, ascii, ascii.replace(/\\u..../g, (code) => `\\u${code.slice(2).toUpperCase()}`)];
  return [...forms, ...forms.map((form) => form.replaceAll('/', '\\/'))];
}

/** As part of a longer base64 text (`user:secret`) a secret can begin at each of three places of a group. */
function listBase64(secret: string): Form[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].flatMap((offset) => {
    const own = encodeWithin(bytes, offset);
    if (own.length < MIN_BASE64_LENGTH) return [];
    const url = own.replaceAll('+', '-').replaceAll('/', '_');
    return [own, url, own.replaceAll('/', '\\/'), ...listCases(encodeURIComponent(own))].map((text) => ({
      text,
      shares_start: offset > 0,
      shares_end: ((offset + bytes.length) * 8) % 6 > 0,
    }));
  });
}
