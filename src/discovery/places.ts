import { foldText } from '../extraction/character-folding.ts';

/** Adjectives of places, and places that are no countries. */
const OTHERS = `africa african america american americas argentinian asia asian australian austrian belgian berlin boston brazilian
  british california californian canadian chicago chinese colorado czech danish dutch egyptian english europe european finnish
  florida french german greek hawaii hollywood hong-kong hungarian indian indonesian irish israeli italian japanese korean
  london los-angeles mexican new-york north-american norwegian oregon paris pennsylvania polish portuguese romanian russian
  san-francisco scandinavian scottish seattle silicon-valley spanish swedish swiss taiwanese texas thai tokyo turkish ukrainian
  u.s utah vietnamese virginia washington welsh`;

let places: Set<string> | undefined;

function listPlaces(): Set<string> {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const found = new Set(OTHERS.split(/\s+/).map((name) => name.replaceAll('-', ' ')));
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  for (const first of letters) {
    for (const second of letters) {
      const name = names.of(first + second)!;
      if (name !== first + second) found.add(foldText(name));
    }
  }
  return found;
}

/** Whether folded words with one space between them name a country, a large place, or the people who live there. */
export function isPlace(words: string): boolean {
  places ??= listPlaces();
  return places.has(words);
}
