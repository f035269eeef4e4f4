import { foldText } from '../extraction/character-folding.ts';
import { isOrdinaryWord } from '../extraction/ordinary-words.ts';

function toSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}

/** Articles, pronouns, prepositions, conjunctions, auxiliaries: before a name at the start of a sentence. */
const FUNCTION_WORDS = toSet(
  `the a an and or but nor if as at by for from in into of on onto over per since than to under with within without about
  after before between i you he she we they it its his her their our my your this that these those who which what how why
  when where while is are was were be been do does did have has had can could will would should may might must not no yes
  although though because unless whether like unlike both however it's that's here's what's let's you're i'd i've i'm i'll we're we'll they're there's who's you'll don't can't isn't aren't doesn't won't`,
);
/**
 * The same in other languages. Names are looked for without regard to the language, so words that well-known names begin
 * with are not among them: `Le Creuset`, `El Corte Inglés`, `Petit Bateau`, `Loro Piana`, `Dove`; nor is `über`, for `Uber`.
 */
const FOREIGN_FUNCTION_WORDS = toSet(
  foldText(`der das den dem des ein eine einen einem einer eines kein keine mein meine meinen dein deine ihr ihre unser unsere
  dieser diese dieses jeder jede jedes alle viele einige manche beide für mit ohne bei von zu zum zur nach aus auf im
  am an unter vor hinter neben zwischen gegen seit bis durch wegen trotz beim vom ins und oder aber sondern denn doch
  wenn falls ob als weil während dass damit wer wen wem wann warum wieso wo wohin woher welche welcher welches wie ich
  du er sie es wir sich nicht noch nur auch sehr schon hier dort da dann danach dazu dabei daher deshalb trotzdem
  allerdings außerdem zudem dafür dagegen sonst so mehr weniger kaum etwas nichts gut gute guter gutes besser beste
  bester achte achten greif greife nimm lass wähle prüfe zwei drei vier fünf mindestens insgesamt gerade viel rund
  eher übrigens ist sind wird werden hat haben kann können sollte ce cet cette ces mon ton son sa ses notre votre vos
  leur leurs un une au aux et ou mais donc car pour avec sans dans sur sous par vers entre si quand comme qui que quoi
  dont où elle ils elles nous vous je tu on plus moins très aussi enfin plutôt évitez comptez prenez choisissez optez
  regardez vérifiez c'est n'est d'un d'une autre autres selon su sus tus pero con sin por en al como cuando quien
  quién qué cuál cuánto este esta estos estas ese esa unos unas una no sí muy más menos también hasta desde según
  mejor otra otro otros otras además quieres busca evita elige gli per senza tra fra che chi se ma non molto anche
  questo questa questi queste quello quella ci cosa come quando sì più meno è sono suo sua oppure però quindi inoltre
  invece meu minha seu seus suas os as um uma uns umas para com sem em na nas mas quem qual esse essa isso não sim
  muito também até além outra outro outras outros já ainda het een voor met zonder wat waar wanneer waarom hoe jij
  jouw uw wij ze zij hij maar of niet geen heel veel meer minder goed goede ook nog dit dat deze aan bij naar uit om
  onder tussen sinds kort dus toch wel kies let kijk goedkoper alternatief przy dla jeśli jeżeli gdy ale nie tak jest
  są to ta te twój twoja twoje twoim mój moja jak czy lub oraz do od po za przez nad bez między także też tylko bardzo
  cię ciebie tobie ty kto co gdzie kiedy dlaczego czego natomiast jednak więc krótko raczej odradzam plusy minusy`),
);
/** Words that titles begin with, and that are not part of the name behind them. */
const TITLE_WORDS = toSet(
  `best top great good better most more popular other others another also each every any some many several few overall plus
  pros cons pro con key final bottom runner budget premium cheap affordable value consider choose check look try use get buy
  avoid pick skip ask take see visit compare read go start stick switch pair add keep make note remember want need
  alternatively additionally finally meanwhile here there then now today only even just still compared
  versus vs men's women's kids' including such offers offering features featuring known available excellent ideal perfect`,
);
/** Lower-case words inside names: `Bank of America`, `Briggs & Riley`, `Le Coq de Mer`. */
export const CONNECTORS = toSet('& + of de la le du del di da von van y et');
/** A name does not end after one of these. */
const ARTICLES = toSet('& + of de la le du del di da von van los las el san st st. saint');
/** What adjectives begin with: `Eco-Friendly`, `WiFi-Enabled`. */
const PREFIXES = toSet('anti bi eco electro multi non pre semi tri ultra wi wifi');
/** Words that many names begin with and that are none alone: `New Balance`, `American Express`, `Royal Canin`. */
const BEGINNINGS = toSet(
  `american australian big british canadian dr dr. first french general german global international italian japanese little
  made mr mr. mrs mrs. national new old royal swiss united universal`,
);
/** Names of people, which names of companies begin with: `Carl Friedrik`, `Eddie Bauer`, `Herman Miller`. */
const GIVEN_NAMES = toSet(
  `adam albert alexander alfred alice amy andrew anna anne anthony anya arthur barbara ben benjamin bernard betty bill bob bobbi
  brian calvin carl carla carlo carol carolina caroline catherine charles charlotte chris christian christina christopher
  claire claude daniel dave david diane donald donna dorothy douglas ed eddie edward elena elisabeth elizabeth ellen emily emma
  eric erik ernst estee eva felix francesco franck frank fred frederic georg george gianni giorgio giovanni giuseppe grace hans
  harry heinrich helen helena henry herman hermann hugo ian isabel jack jacob jacques james jan jane janet jason jean jeff
  jennifer jenny jeremy jerry jessica jim jimmy joan joe johann johannes john johnnie johnny jon jonas jonathan jose josef joseph
  juan judith julia julie karen karl kate katharina katherine kathy keith kelly kenneth kevin klaus kurt larry laura lauren
  linda lisa louis louise lucas lucy ludwig luigi luis maria marc marco margaret marie mario mark martha martin mary matthew max
  michael michel michelle mike miguel monica nancy nicholas nicole oliver olivia oscar otto paola patricia patrick paul paula
  pedro peter philip philippe phil pierre pietro rachael rachel ralph raymond rebecca richard rick rob robert roberto roger
  ron ronald rosa roy ruth ryan salvatore sam samantha samuel sandra sara sarah scott sean sebastian sharon simon sophie
  stefan stephen steve steven stuart susan sylvia ted terry theo thomas tim timothy tom tommy tony ulrich ursula vera victor
  victoria vincent vivienne walter wilhelm will william willy wolfgang yves`,
);
/** What companies add to their name. */
const COMPANY_WORDS = toSet(
  `airlines athletics audio bank beauty bedding bikes brands bros bros. brothers cellular co co. co-op coffee company cookware
  cosmetics cycles electronics fitness foods games golf group guitars health hotels inc inc. instruments insurance lab labs
  luggage mobile motors nutrition outdoors pictures publishing skincare sleep software sports studio studios swim
  systems technologies technology wireless`,
);
/** What assistants write above lists and before colons: attributes, and words about the answer itself. */
const TOPIC_WORDS = toSet(
  `accessories accuracy adjustable advice affordability alternative alternatives app appearance audience auto availability
  award battery benefits bonus brand brands build capacity care caveats certification choice choices choosing class cleaning
  comfort community compact comparison compatibility complexity concerns conclusion connectivity considerations construction
  contract controls convenience cost costs coverage customization deals delivery design details dimensions discounts display
  downsides drawbacks durability ease editor effectiveness efficiency end entry everyday example examples experience factors
  fees finish firm fit flexibility footprint gameplay guide heads highlights hybrid ideas indoor ingredients installation integration
  integrations layout lightweight limitations longevity look luxury maintenance manual manufacturer material materials men mention
  mentions method model models multifunctional noise note notes number option options outdoor overview packaging pairing
  performance perks picks portability portable power practicality price prices pricing product products promotions pros purpose
  quality question questions range ranking rating ratings reason reasons recommendation recommendations recommended
  reliability reliable requirements requires research resolution reviews rewards safety savings scores security service
  services setup shipping size skills solid sound space specs speed stability step steps storage strengths style subscription
  summary supplies support sustainability takeaway taste terms testing texture things tip tips touch trial type types updates usability
  usage verdict versatile versatility volume warranty waterproof weaknesses weight women works`,
);
/** `Repairability`, `Visibility`. */
const ATTRIBUTE = /[ai]bility$/;
/** The same in other languages. */
const FOREIGN_TOPIC_WORDS = toSet(
  foldText(`preis preise preisklasse gewicht größe größen ausstattung bedienung qualität leistung lautstärke kosten
  garantie lieferung vorteil vorteile nachteil nachteile alternative alternativen empfehlung empfehlungen fazit tipp tipps
  geheimtipp hinweis wichtig achtung tarif tarife modell modelle marke marken hersteller testsieger
  prix poids taille qualité puissance avantages inconvénients conclusion conseil conseils marque marques modèle modèles remarque
  precio precios peso tamaño calidad potencia ventajas desventajas inconvenientes conclusión consejo consejos marca marcas
  prezzo prezzi dimensioni qualità potenza vantaggi svantaggi pregi difetti conclusione consiglio consigli marchio marchi
  modello modelli
  preço preços tamanho qualidade potência vantagens desvantagens conclusão dica dicas alternativas
  prijs prijzen kwaliteit vermogen voordelen nadelen conclusie merk merken alternatieven
  cena ceny waga jakość zalety wady podsumowanie wniosek marka marki`),
);
/** Abbreviations and terms of technology, trade and science that are written like names. */
const TERMS = toSet(
  `tv tvs usb usb-c usb-a hdmi led oled qled amoled lcd hd uhd fhd qhd wifi wi-fi bluetooth gps nfc ram rom ssd hdd cpu gpu os
  ios pc pcs diy faq faqs anc hepa mah gb tb ghz mhz hz rpm psi apr apy cd dvd msrp usa uk eu us nyc eta ev evs suv suvs spf
  uv uva uvb cadr hvac abs pfoa pfas ptfe bpa btu btus fda nsf ai ml rgb vr ar fps hdr dolby gen am pm est pst gbps mbps kbps
  iot ip ir sd microsd eq id pin atm vpn api sdk saas crm seo roi kpi b2b b2c gdpr hipaa iso ceo cto phd md euro euros memorial`,
);

/** The names of months and days of the week, in the languages that people use most. */
function listCalendarWords(): string[] {
  return ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'tr'].flatMap((language) => {
    const month = new Intl.DateTimeFormat(language, { month: 'long' });
    const weekday = new Intl.DateTimeFormat(language, { weekday: 'long' });
    return [
      ...Array.from({ length: 12 }, (_, index) => month.format(new Date(2026, index, 1))),
      ...Array.from({ length: 7 }, (_, index) => weekday.format(new Date(2026, 0, index + 1))),
    ].map((name) => foldText(name));
  });
}

let calendarWords: Set<string> | undefined;

/** The words are listed at the first call, which takes a while. */
export function isCalendarWord(word: string): boolean {
  calendarWords ??= new Set(listCalendarWords());
  return calendarWords.has(word);
}

export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word) || FOREIGN_FUNCTION_WORDS.has(word);
}

/** Whether a word before a name is not part of it. */
export function isOpener(word: string): boolean {
  return isFunctionWord(word) || TITLE_WORDS.has(word);
}

export function isArticle(word: string): boolean {
  return ARTICLES.has(word);
}

export function isPrefix(word: string): boolean {
  return PREFIXES.has(word);
}

export function isBeginning(word: string): boolean {
  return BEGINNINGS.has(word);
}

export function isGivenName(word: string): boolean {
  return GIVEN_NAMES.has(word);
}

export function isCompanyWord(word: string): boolean {
  return COMPANY_WORDS.has(word);
}

export function isTerm(word: string): boolean {
  return TERMS.has(word);
}

export function isTopicWord(word: string): boolean {
  return TOPIC_WORDS.has(word) || FOREIGN_TOPIC_WORDS.has(word) || ATTRIBUTE.test(word);
}

/** Part of a product's name rather than of a brand's: it has a digit, or is a single letter. */
export function isModelWord(word: string): boolean {
  return word.length === 1 || /\d/.test(word);
}

/** Whether all parts of a folded word (`eco-friendly`) are ordinary English words. */
export function isOrdinary(word: string): boolean {
  if (isOrdinaryWord(word) || isOpener(word)) return true;
  if (!/[-'/]/.test(word)) return false;
  return word.split(/[-'/]/).every((part) => part === '' || isOrdinaryWord(part) || /^\d+$/.test(part));
}
