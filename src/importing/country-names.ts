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

const BY_NAME = new Map<string, string>([...Object.entries(OTHER_NAMES)]);
const english = new Intl.DisplayNames(['en'], { type: 'region' });
for (const [index, code] of COUNTRY_CODES.entries()) {
  for (const name of [code, THREE_LETTERS[index] ?? code, english.of(code)!]) BY_NAME.set(toLooseKey(name), code);
}

/** `en-US`, `de_AT`: a language and the country that is meant. */
const LOCALE = /^[a-z]{2,3}[-_]([A-Za-z]{2})$/i;

/** The code of a country that is written as a code, a name or a locale; undefined if it is none that we know. */
export function findCountry(text: string): string | undefined {
  const known = BY_NAME.get(toLooseKey(text));
  if (known !== undefined) return known;
  const region = LOCALE.exec(text.trim())?.[1]?.toUpperCase();
  return region === undefined ? undefined : BY_NAME.get(toLooseKey(region));
}
