import { COUNTRY_CODES } from '../domain/country-codes.ts';
import { toLooseKey } from './names.ts';

/** The three-letter codes, in the order of `COUNTRY_CODES`. */
const THREE_LETTERS = (
  'ARE ALB ARM ARG AUT AUS BIH BEL BGR BHR BOL BRA BLR CAN CHE CHL CHN COL CRI CYP CZE DEU DNK DOM ECU EST EGY ESP FIN ' +
  'FRA GBR GEO GHA GRC GTM HKG HND HRV HUN IDN IRL ISR IND IRQ ISL ITA JOR JPN KOR KWT LBN LTU LUX LVA MAR MDA MNE MKD ' +
  'MLT MEX MYS NGA NIC NLD NOR NZL OMN PAK PAN PER PHL POL PRT PRY PSE QAT ROU SRB SAU SWE SGP SVN SVK SLV THA TUN TUR ' +
  'TWN UKR USA URY VEN VNM ZAF'
).split(' ');

/** Other names in use. */
const OTHER_NAMES: Record<string, string> = {
  us: 'US',
  america: 'US',
  unitedstatesofamerica: 'US',
  uk: 'GB',
  greatbritain: 'GB',
  britain: 'GB',
  england: 'GB',
  uae: 'AE',
  emirates: 'AE',
  korea: 'KR',
  republicofkorea: 'KR',
  czechrepublic: 'CZ',
  holland: 'NL',
  thenetherlands: 'NL',
  turkey: 'TR',
  turkiye: 'TR',
  macedonia: 'MK',
  bosnia: 'BA',
  bosniaandherzegovina: 'BA',
  palestine: 'PS',
  hongkong: 'HK',
  vietnam: 'VN',
  ksa: 'SA',
};

let named: { countries: number; codes: ReadonlyMap<string, string> } | undefined;

/** The codes of all countries by their names, once more after the setting EXTRA_COUNTRIES has added some. */
function codesByName(): ReadonlyMap<string, string> {
  if (named?.countries !== COUNTRY_CODES.length) named = { countries: COUNTRY_CODES.length, codes: nameCountries() };
  return named.codes;
}

function nameCountries(): ReadonlyMap<string, string> {
  const codes = new Map(Object.entries(OTHER_NAMES));
  const english = new Intl.DisplayNames(['en'], { type: 'region' });
  for (const [index, code] of COUNTRY_CODES.entries()) {
    for (const name of [code, THREE_LETTERS[index] ?? code, english.of(code)!]) codes.set(toLooseKey(name), code);
  }
  return codes;
}

/** `en-US`, `de_AT`: a language and the country that is meant. */
const LOCALE = /^[a-z]{2,3}[-_]([A-Za-z]{2})$/i;

/** The code of a country that is written as a code, a name or a locale; undefined if it is none that we know. */
export function findCountry(text: string): string | undefined {
  const codes = codesByName();
  const known = codes.get(toLooseKey(text));
  if (known !== undefined) return known;
  const region = LOCALE.exec(text.trim())?.[1]?.toUpperCase();
  return region === undefined ? undefined : codes.get(toLooseKey(region));
}
