import { hasPhrase, hasPhraseAt, isLetter, toPhrases, toWordStart } from './phrases.ts';

// What introduces a list says whether it ranks anything: "Brands to avoid", "Also considered" and "How to choose" do not. The
// phrases are those of the languages that answers are in.

const UNRANKED = toPhrases(
  // The list warns of what it names, or has reservations. English:
  "avoid|avoiding|steer clear|steering clear|stay away|staying away|stay clear|keep away|keep clear|skip|skipped|wary|beware|be careful|caution-|think twice|leave out|leave off|leave alone|leave aside|leave on the shelf|leave these|leave those|left off|left out|pass on|red flag-|overrated|disappoint-|mistake-|the worst|weaker|reservation-|caveat-|middle ground|less suit-|not suit-|not ideal|not recommend-|not worth|not so keen|not for you|ruled out|wouldn't|wouldn’t|would not|i'd not|doesn't fit|doesn’t fit|doesn't work|doesn’t work|don't buy|don’t buy|don't bother|don’t bother|didn't work|didn’t work|didn't make|didn’t make|off my list|worried|why not|wouldn't|downside-",
  // German
  'meiden|vermeiden|abraten|rate ich ab|abstand|finger davon|finger weg|finger von|eher nicht|lieber nicht|würde ich nicht|ich nicht kaufen|nicht kaufen|nicht empfehl-|nicht zu empfehlen|nicht überzeug-|nicht geeignet|weniger geeignet|weniger gut|weniger empfehlenswert|ungeeignet|vorsicht|einschränkung-|bedingt|enttäusch-|überschätzt|warnung|schwächere-',
  // French
  'éviter|évitez|évite|éviterais|déconseill-|laisserais|laisser de côté|laisser tomber|à fuir|méfi-|prudence|moins convain-|moins recommand-|mitigé-|décev-|déçu-|réserves|ne pas acheter|pas acheter|votre chemin',
  // Spanish
  'evitar|evita|evite|evitaría|descart-|cuidado|desaconsej-|decepcion-|menos recomend-|menos aconsej-|reservas|peores|no recom-|no te recom-|no compr-',
  // Italian
  'evitare|eviterei|evita|sconsigli-|lascerei|lasciar perdere|attenzione|meno adatt-|meno convinc-|meno consigli-|delude-|delusion-|da non compr-|da non prend-|non compr-|riserva|riserve',
  // Portuguese
  'evitar|evite|evitaria|fugir|fuja|desaconselh-|dececion-|não recomend-|não compr-|não compens-|não vale-|fracos|assim-assim|ressalvas|piores',
  // Dutch
  'mijd-|vermijd-|oppassen|voorzichtig|afrader-|afraden|raad ik af|niet doen|niet kopen|niet geschikt|niet aan te raden|minder geschikt|minder goed|minder aan te raden|liever niet|laten liggen|laten staan|links laten|twijfel-|teleurstell-|tegenvaller-',
  // Polish
  'unika-|odradz-|raczej nie|omija-|ostrożn-|nie polecam|nie kupuj-|nie kupił-|nie brał-|nie warto|słabe|słabsze|słabych|gorsz-|rozczarow-|zastrzeże-|odpuści-|uważaj-',
  // Swedish, Turkish
  'undvik-|avråd-|hoppa över|se upp|tveksam-|uzak dur-|kaçın-|dikkat-|önermi-|önerme-',
  // The list is about choosing, buying or owning something, and names something in passing at most.
  'tip|tips|how to choose|how to pick|how to decide|how to buy|what to look|what to check|what to ask|what to consider|what to know|things to|factors|considerations|consider when|keep in mind|checklist|note|notes|footnotes|next steps|in practice|had known|i knew|wish they|pros|cons|strengths|weaknesses|advantages|benefits|criteria|my take|rule of thumb|rules of thumb',
  'tipps|worauf|kriterien|checkliste|hinweise|vorteile|nachteile|stärken|schwächen|pluspunkte|minuspunkte',
  'conseil|conseils|astuce|astuces|critère-|à comparer|à vérifier|à prévoir|à savoir|à retenir|points forts|points faibles|avantages|inconvénients|garanties',
  'consejo|consejos|trucos|criterios|ventajas|inconvenientes|desventajas|ten en cuenta|fíjate',
  'consigli|criteri|vantaggi|svantaggi|pregi|difetti|confronto|dica|dicas|critérios|vantagens|desvantagens|prós',
  'let op|waar je op|voordelen|nadelen|porady|wskazówki|na co zwrócić|przed zakupem|plusy|minusy|zalety|wady|fördelar|nackdelar|ipuçları',
);
const UNRANKED_ELSEWHERE =
  /避け|避开|避免|避雷|不推荐|不建议|慎选|谨慎|小心|おすすめしない|おすすめできない|注意|微妙|피해|피하|추천하지|주의|비추|تجنب|احذر|أنصح ب?عدم|لا أنصح|لا أوصي|選び方|选购|選購|注意点|注意事项|ポイント|고르는|선택 기준|장점|단점|優點|优点|缺点|价格|価格|가격|نصائح|كيف تختار|معايير/;

/** The list adds to what the answer named before. */
const ADDITIONS = toPhrases(
  'also|other|others|the rest|more|else|honorable|honourable|besides|elsewhere|additional|further',
  'außerdem|weitere|andere|sonst noch|auch|aussi|autre|autres|également|otros|otras|también|altri|altre|anche|outros|outras|também|ook|overige|verder|inne|inny-|także|też|ponadto|övriga|andra|också|diğer',
);
const ADDITIONS_ELSEWHERE = /その他|其他|其它|还有|他に|그 외|기타|다른|أخرى/;

/** What says one of this only if it is all of the title: "It depends", but not "The right one depends on your budget". */
const WHOLE_TITLES = toWords(
  'it depends|depends|depends on you|depende|o que depende|es kommt darauf an|ça dépend|dipende|hangt ervan af|zależy|mixed|never|fail|fails|no|nein|non|nee|nie|não',
  'price|prices|pricing|cost|costs|specs|specifications|features|key features|deals|where to buy|preise|kosten|prix|precios|prezzi|preços|prijzen|ceny|so',
);
/** "Not this one", "Nicht für dich", "Before you sign": how a title begins. */
const OPENINGS = toPhrases(
  'not -|no-go|nicht -|pas -|non -|niet -|nie -|não -|inte -|less -|weniger -|moins -|minder -|menos -|meno -|mniej -|before you|avant de|antes de|prima di|bevor|voordat|zanim',
);
const FEATURES = toWords(
  'pro|con|pros|cons|contra|plus|minus|best for|ideal for|great for|highlight|highlights|price|preis|prix|precio|prezzo|preço|prijs|cena|where to buy',
);

function toWords(...lists: string[]): ReadonlySet<string> {
  return new Set(lists.join('|').split('|'));
}

/** Whether what introduces a list, in lower case, says that it ranks nothing. A clause of a sentence begins with a space. */
export function isUnrankedTitle(title: string): boolean {
  const start = toWordStart(title, 0);
  if (isInOtherScript(title, start)) return UNRANKED_ELSEWHERE.test(title);
  const isWhole = !title.startsWith(' ');
  if (isWhole && (hasPhraseAt(OPENINGS, title, start) || WHOLE_TITLES.has(trimTitle(title, start)))) return true;
  return hasPhrase(UNRANKED, title);
}

/** Whether what introduces a list says that it comes after the ones that matter; in lower case. */
export function isAddition(title: string): boolean {
  return (
    hasPhrase(ADDITIONS, title) || (isInOtherScript(title, toWordStart(title, 0)) && ADDITIONS_ELSEWHERE.test(title))
  );
}

/** Whether the label of an entry, in lower case, is about a feature of something that was named before. */
export function isFeatureLabel(label: string): boolean {
  return FEATURES.has(trimTitle(label, toWordStart(label, 0))) || isUnrankedTitle(label);
}

/** A title without the colon, question mark or emoji around it. */
function trimTitle(title: string, start: number): string {
  let end = title.length;
  while (end > start && !isLetter(title, end - 1)) end--;
  return title.slice(start, end);
}

/** Whether a title has no letter, and so may be Chinese, Japanese or Korean, or begins with an Arabic one. */
function isInOtherScript(title: string, start: number): boolean {
  return start === title.length ? title !== '' : title.charCodeAt(start) >= 0x600;
}
