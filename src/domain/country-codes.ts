/** The countries of the specification, and after them those of the setting EXTRA_COUNTRIES. */
export const COUNTRY_CODES = (
  'AE AL AM AR AT AU BA BE BG BH BO BR BY CA CH CL CN CO CR CY CZ DE DK DO EC EE EG ES FI FR GB GE GH GR GT HK HN HR ' +
  'HU ID IE IL IN IQ IS IT JO JP KR KW LB LT LU LV MA MD ME MK MT MX MY NG NI NL NO NZ OM PK PA PE PH PL PT PY PS QA ' +
  'RO RS SA SE SG SI SK SV TH TN TR TW UA US UY VE VN ZA'
).split(' ');

const SPECIFIED = COUNTRY_CODES.length;

/** Decides which countries there are beside those of the specification. Schemas hold the list itself, so they follow. */
export function allowCountries(extra: readonly string[]): void {
  COUNTRY_CODES.splice(SPECIFIED);
  COUNTRY_CODES.push(...new Set(extra.filter((code) => !COUNTRY_CODES.includes(code))));
}
