const REPLACEMENT = '[secret]';
/** Shorter pieces of base64 occur by chance. */
const MIN_BASE64_LENGTH = 8;
const BASE64 = /[A-Za-z0-9+/_-]/;

interface Form {
  text: string;
  /** Whether the characters beside it can hold bits of the secret, too. */
  shares_start?: boolean;
  shares_end?: boolean;
}

/** A function that cuts a secret out of a text, in each of the forms that requests, addresses and JSON give it. */
export function createRedactor(secret: string | null): (text: string) => string {
  if (secret === null || secret === '') return (text) => text;
  const forms = [...listTexts(secret).map((text): Form => ({ text })), ...listBase64(secret)];
  // The longest first: a part of a form can be another form.
  const sorted = [...new Map(forms.map((form) => [form.text, form])).values()].sort(
    (a, b) => b.text.length - a.text.length,
  );
  return (text) => sorted.reduce(cutOut, text);
}

function cutOut(text: string, form: Form): string {
  let rest = 0;
  let cut = '';
  for (let at = text.indexOf(form.text); at !== -1; at = text.indexOf(form.text, rest)) {
    let [start, end] = [at, at + form.text.length];
    if (form.shares_start && start > rest && BASE64.test(text[start - 1]!)) start--;
    if (form.shares_end && BASE64.test(text[end] ?? '')) end++;
    cut += text.slice(rest, start) + REPLACEMENT;
    rest = end;
  }
  return rest === 0 ? text : cut + text.slice(rest);
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
    const bits = (offset + bytes.length) * 8;
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    const own = encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(bits / 6));
    if (own.length < MIN_BASE64_LENGTH) return [];
    const url = own.replaceAll('+', '-').replaceAll('/', '_');
    return [own, url, own.replaceAll('/', '\\/'), ...listCases(encodeURIComponent(own))].map((text) => ({
      text,
      shares_start: offset > 0,
      shares_end: bits % 6 > 0,
    }));
  });
}
