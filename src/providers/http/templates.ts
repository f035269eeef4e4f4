/** What can stand between double braces. */
export const PLACEHOLDERS = [
  'prompt',
  'country_code',
  'country_name',
  'language',
  'date',
  'model',
  'id',
  'secret',
  'secret_base64',
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];
export type Values = Record<Placeholder, string>;

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** The names between double braces, known or not. */
export function listPlaceholders(template: string): string[] {
  return [...template.matchAll(PLACEHOLDER)].map(([, name]) => name!.trim());
}

export function isPlaceholder(name: string): name is Placeholder {
  return PLACEHOLDERS.some((placeholder) => placeholder === name);
}

function fill(template: string, toText: (name: Placeholder) => string): string {
  return template.replace(PLACEHOLDER, (whole, inner: string) => {
    const name = inner.trim();
    return isPlaceholder(name) ? toText(name) : whole;
  });
}

/** Replaced texts are percent-encoded, so they stay in the part of the address where they were put. */
export function fillUrl(template: string, values: Values): string {
  return fill(template, (name) => encodeURIComponent(values[name].replace(LONE_SURROGATE, '\ufffd')));
}

/** Headers carry bytes: what is not ASCII goes as UTF-8. */
export function fillHeader(template: string, values: Values): string {
  return fill(template, (name) => Buffer.from(values[name], 'utf8').toString('latin1'));
}

/** A body with the placeholders in its texts replaced; names of fields stay as they are. */
export function fillBody(body: unknown, values: Values): unknown {
  if (typeof body === 'string') return fill(body, (name) => values[name]);
  if (Array.isArray(body)) return body.map((item) => fillBody(item, values));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, fillBody(value, values)]));
}

export interface TemplateQuestion {
  prompt: string;
  country_code: string;
  date: string;
  id: string;
  model: string;
  secret: string;
}

export function toValues({ secret, country_code, ...question }: TemplateQuestion): Values {
  return {
    ...question,
    country_code,
    country_name: new Intl.DisplayNames('en', { type: 'region' }).of(country_code) ?? country_code,
    language: toLanguage(country_code),
    secret,
    secret_base64: Buffer.from(secret, 'utf8').toString('base64'),
  };
}

/** The language that most people of a country write. */
function toLanguage(country_code: string): string {
  const { language } = new Intl.Locale(`und-${country_code}`).maximize();
  return language === 'und' ? 'en' : language;
}
