import { foldText } from '../extraction/character-folding.ts';

/** Adjectives of places, and places that are no countries. */
const OTHERS = `africa african america american americas argentinian asia asian australian austrian belgian berlin boston brazilian
  british california californian canadian chicago chinese colorado czech danish dutch egyptian english europe european finnish
  florida french german greek hawaii hollywood hong-kong hungarian indian indonesian irish israeli italian japanese korean
  london los-angeles mexican new-york north-american norwegian oregon paris pennsylvania polish portuguese romanian russian
  san-francisco scandinavian scottish seattle silicon-valley spanish swedish swiss taiwanese texas thai tokyo turkish ukrainian
  u.s utah vietnamese virginia washington welsh`;

/** The same in other languages. */
const FOREIGN = `deutsch deutsche deutscher deutsches deutschen europa europäisch europäische schweizer österreichische hamburg
  münchen köln frankfurt stuttgart düsseldorf leipzig wien zürich français française européen européenne lyon marseille toulouse
  bruxelles español española europeo europea madrid barcelona valencia sevilla alicante méxico italiano italiana roma milano
  torino napoli bologna firenze português portuguesa brasileira lisboa porto são-paulo nederlandse nederlands belgische europese
  zwitsers amsterdam rotterdam utrecht antwerpen polski polska polskie polsce warszawa warszawie kraków gdańsk gdańsku`;

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl'];

let places: Set<string> | undefined;

function listPlaces(): Set<string> {
  const found = new Set(`${OTHERS} ${FOREIGN}`.split(/\s+/).map((name) => foldText(name).replaceAll('-', ' ')));
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const english = new Intl.DisplayNames('en', { type: 'region' });
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  const codes = pairs.filter((code) => english.of(code) !== code);
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames(language, { type: 'region' });
    for (const code of codes) found.add(foldText(names.of(code)!));
  }
  return found;
}

/** Whether folded words with one space between them name a country, a large place, or the people who live there. */
export function isPlace(words: string): boolean {
  places ??= listPlaces();
  return places.has(words);
}
