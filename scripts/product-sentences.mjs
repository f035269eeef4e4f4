/**
 * Invented sentences about invented brands, to teach the model what the training sets lack: the vocabulary of product
 * answers, comparison, contrast, negation, and descriptions that judge nothing.
 *
 * In a template {A+}, {B-}, {C0} are brands with the polarity of what is said about them, {A~} one that is both praised
 * and criticised; [name] is replaced by a random line of that list.
 */
const lists = {
  pa: `reliable|affordable|fast|comfortable|lightweight|intuitive|user-friendly|easy to use|easy to set up|durable|well-built|well-designed|powerful|versatile|accurate|responsive|quiet|secure|excellent|outstanding|great|impressive|superb|fantastic|solid|very good|really good|good value|great value for money|well worth the price|beautifully made|highly rated|budget-friendly|energy-efficient|a joy to use|hard to beat|second to none|a great choice|a solid choice|an excellent option|a safe bet|a strong contender|the best in its class|the clear winner|the gold standard|feature-rich|stylish|compact and portable|smooth and stable|robust|trustworthy|remarkably accurate|incredibly soft|breathable|long-lasting|not bad at all|nothing short of amazing|never disappointing|free of the usual bugs|without major flaws|helpful|flexible|consistent|top-notch|seamless|polished|generous|spacious|effective|gentle on the skin|ideal for [use]|perfect for [use]|great for [use]|excellent for [use]|the go-to brand for [use]|one of the best [cats] you can buy|among the most reliable [cats]`,
  na: `unreliable|overpriced|slow|uncomfortable|heavy|confusing|clunky|buggy|hard to use|difficult to set up|flimsy|fragile|poorly built|badly designed|underpowered|limited|inaccurate|laggy|noisy|insecure|terrible|awful|poor|mediocre|disappointing|underwhelming|expensive|too expensive|pricey|bulky|outdated|frustrating|not reliable|not very comfortable|not worth the price|not worth the money|not good|not great|not the most reliable|not the best choice for [use]|not the fastest|not as polished as it should be|not recommended|no longer competitive|far from perfect|hard to recommend|prone to overheating|prone to crashing|prone to breaking|plagued by bugs|lacking in features|inconsistent|a letdown|a waste of money|overrated|overhyped|behind the competition|unstable|stiff|sluggish|cheaply made|temperamental|too complicated|steeply priced|known for its poor [f]|one of the worst [cats] on the market|less than impressive|hit or miss|too big for [use]|unsuitable for [use]|bloated|short on storage`,
  f: `battery life|build quality|sound quality|customer support|customer service|camera|display|screen|interface|app|software|performance|value|design|comfort|durability|noise cancellation|coverage|suction|picture quality|reporting|search|documentation|security|onboarding|warranty|fit|range|charging speed|keyboard|stability|traction|cushioning|flavor|texture|packaging|delivery|checkout|security record|pricing|setup|integration|image quality|night vision|motor|grip|formula|coffee|heating|cooling|reliability|return policy|user experience|mobile app|video quality|sizing|navigation|battery|speed`,
  cat: `laptop|phone|vacuum|mattress|running shoe|camera|blender|router|project management tool|CRM|password manager|VPN|TV|smartwatch|jacket|stroller|printer|credit card|bank|airline|hotel chain|insurance provider|moisturizer|coffee maker|backpack|monitor|toothbrush|tent|meal kit|streaming service|database|analytics platform|email tool|bike|SUV|security camera|air purifier|razor|suitcase|headset`,
  cats: `laptops|phones|vacuums|mattresses|running shoes|cameras|blenders|routers|project management tools|CRMs|password managers|VPNs|TVs|smartwatches|jackets|headphones|printers|airlines|moisturizers|coffee makers|backpacks|monitors|toothbrushes|tents|streaming services|databases|analytics platforms|earbuds|air purifiers|options`,
  use: `small teams|beginners|families|travel|gaming|students|large homes|daily use|commuters|runners|professionals|enterprises|sensitive skin|small apartments|video editing|remote work|hiking|heavy use|startups|everyday tasks|outdoor use|pet owners|serious cooks|most people`,
  pq: `excellent|great|outstanding|impressive|superb|solid|strong|reliable|long|fantastic|exceptional|top-notch|amazing|good|very good|unmatched|stellar|generous|class-leading|best-in-class|remarkable|wonderful|crisp|smooth|decent`,
  nq: `poor|terrible|weak|mediocre|disappointing|unreliable|limited|bad|lackluster|subpar|inconsistent|awful|clunky|short|frustrating|slow|spotty|underwhelming|confusing|outdated`,
  pf: `[pq] [f]|[pq] [f]|[pq] [f] and [pq] [f]|a [pq] [f]|fast performance|a sleek design|a comfortable fit|great value|excellent value for money|an intuitive interface|a generous free plan|a wide range of features|strong privacy protections|a long warranty|a stunning display|rich, detailed sound|fast charging|a low price|a balance of performance and price`,
  nf: `[nq] [f]|[nq] [f]|[nq] [f] and [nq] [f]|a [nq] [f]|hidden fees|frequent crashes|a steep learning curve|a high price|a hefty price tag|limited features|a short battery life|cheap plastic parts|connectivity issues|slow support|quality control problems|frequent outages|a confusing interface|long wait times|no refunds|aggressive upselling`,
  pc: `better|faster|more reliable|more comfortable|lighter|cheaper|quieter|easier to use|more accurate|more durable|more affordable|more powerful|smoother|stronger|more polished|more intuitive|better built|safer|more secure|a better choice|a better value|more efficient|more consistent|more flexible|superior`,
  nc: `worse|slower|less reliable|less comfortable|heavier|pricier|more expensive|noisier|harder to use|less accurate|less durable|clunkier|weaker|buggier|more confusing|less polished|less intuitive|less powerful|more limited|inferior|less secure|bulkier|far less stable`,
  adj: `reliable|fast|comfortable|good|accurate|durable|affordable|polished|powerful|intuitive|stable|quiet|easy to use|secure|versatile|efficient`,
  nadj: `expensive|heavy|slow|noisy|complicated|bulky|buggy|fragile|clunky|limited`,
  pv: `is [pa]|is [pa]|is [pa] and [pa]|offers [pf]|offers [pf]|provides [pf]|delivers [pf]|has [pf]|features [pf]|boasts [pf]|comes with [pf]|is praised for its [pq] [f]|is widely praised for its [f]|is widely praised|is known for its [pq] [f]|is known for [pf]|is renowned for its [f]|earns top marks for [f]|gets rave reviews|stands out for its [pq] [f]|stands out|excels at [f]|excels in [f]|shines|shines when it comes to [f]|remains my favorite|never disappoints|works flawlessly|works well for [use]|does a great job|just works|consistently ranks at the top|wins on [f]|is loved by reviewers|is highly recommended|is our top pick|is a popular choice for [use]|is the best choice for [use]|tops the list|has earned a loyal following|makes [f] effortless|impresses with its [f]|has no major drawbacks|rarely crashes|has never let me down|handles [f] with ease|won several awards for its [f]|leads the market in [f]|strikes a great balance between price and [f]|is worth every penny|is worth considering for [use]|combines [pq] [f] with [pq] [f]|won't let you down|isn't expensive|doesn't lag|sets the standard for [f]|is the one to beat`,
  nv: `is [na]|is [na]|is [na] and [na]|suffers from [nf]|suffers from [nf]|has [nf]|has [nf]|comes with [nf]|struggles with [f]|struggles|lacks [pf]|lacks basic features|falls short on [f]|falls short|fails to impress|failed in our tests|has been criticized for its [f]|has been criticized for [nf]|is often criticized for its [nq] [f]|draws complaints about [nf]|draws complaints about its [f]|disappoints|gets poor reviews|was the worst in our tests|broke after a few weeks|crashes often|drains its battery quickly|overheats under load|does not offer [pf]|doesn't offer good [f]|doesn't work well|does not live up to the hype|isn't [adj]|isn't very [adj]|isn't worth it|is not [adj]|is not [adj] enough for [use]|was never [adj]|leaves a lot to be desired|lags behind rivals|trails its competitors in [f]|is losing customers|was fined for misleading customers|recalled thousands of units|had a major data breach|ignores complaints|charges too much|could be better|needs better [f]|should be avoided|has too many problems|frustrates users with [nf]|is best avoided|has no [f] to speak of|users report [nf]|ranks last for [f]|never works as promised`,
  zv: `was founded in [num]|is based in [place]|is a [cat] company|is a [cat] brand from [place]|makes [cats]|sells [cats] in [num] countries|is owned by a holding company|offers three plans|comes in several sizes|comes in black and white|has a [num]-inch screen|weighs [num] grams|uses a [num] W motor|starts at $[num]|costs $[num] per month|is available in [place]|is available on Android and iOS|released a new [cat] in [num]|was launched in [num]|runs on Linux and Windows|is one of several [cats]|has offices in [place]|announced a [cat] this week|includes a [num]-day trial|ships with a USB cable|supports Bluetooth|is a type of [cat]|is available at most retailers|has [num] employees|was acquired in [num]|charges a fee for [f]|lists its specifications on its website|is designed for [use]|comes with a [num]-year warranty`,
  num: `5|10|12|15|24|30|64|99|128|199|249|399|1999|2009|2015|2021`,
  place: `Oslo|Germany|California|Tokyo|Europe|the US|Canada|London|Berlin`,
  src: `according to|as reported by|based on reviews from`,
};

const templates = {
  0: `{A0} [zv].|{A0} [zv] and [zv].|The {A0} [zv].|{A0} and {B0} are [cats].|{A0}, {B0} and {C0} are [cats].|Popular [cats] include {A0}, {B0} and {C0}.|Where to buy: {A0}, {B0}, {C0}|Available at {A0}|Available at {A0} and {B0} for $[num].|{A0} – $[num]|{A0}|{A0} [num]|Price: $[num] at {A0}|Here is an overview of {A0} and {B0}.|Let me know if you would like more information about {A0}.|Would you like a comparison of {A0} and {B0}?|Both {A0} and {B0} make [cats].|{A0} is owned by {B0}.|{A0} works with {B0} and {C0}.|{A0} vs {B0}: which should you choose?|You asked about {A0}.|I could not find anything about {A0}.|There is no information about {A0} in my sources.|Source: {A0}|Specs: {A0}, [num] GB, [num] W|How does {A0} compare with {B0}?|In [num], {A0} introduced a [cat].|The main difference between {A0} and {B0} is the [f].|Check the {A0} website for current prices.|Prices at {A0} vary by region.|{A0} users can export their data.|Some people use {A0} for [use].|{A0} competes with {B0} and {C0}.|The [cat] market includes {A0} and {B0}.|Compare prices at {A0} before you buy.|{A0} also sells [cats].|It depends on whether you use {A0} or {B0}.|{A0} says the [cat] will ship in [num].|The CEO of {A0} spoke in [place].|Note that {A0} [zv].|If you already use {A0}, you can import your data.|Ratings are taken from {A0}.|Key features of {A0}|{A0} overview|Alternatives to {A0}`,
  '+': `{A+} [pv].|{A+} [pv].|{A+} [pv].|The {A+} [pv].|The {A+} [pv] and [pv].|{A+}: [pf], [pf].|{A+} – [pf]|{A+}: [pa]|**{A+}** – [pa], [pf]|{A+} (best for [use])|Best overall: {A+}|Best for [use]: {A+}|Top pick: {A+}|Best value: {A+}|Editor's choice: {A+}|Our favorite is {A+}.|I recommend {A+}.|I'd recommend {A+} for [use].|I would go with {A+}.|For [use], {A+} is [pa].|For [use], {A+} is the best choice.|If you want [pf], {A+} is the way to go.|If you need [f], go with {A+}.|You can't go wrong with {A+}.|It's hard to beat {A+}.|Nothing beats {A+} for [f].|Reviewers love {A+}.|Experts praise {A+} for its [f].|Critics praised the {A+} for its [pq] [f].|With [pf], {A+} is [pa].|Thanks to its [pq] [f], {A+} [pv].|Users say {A+} is [pa].|Overall, {A+} [pv].|{A+} is not only [adj] but also [adj].|{A+} isn't just [adj], it's also [adj].|{A+} is neither [nadj] nor [nadj].|Despite its price, {A+} [pv].|Although it is [nadj], {A+} [pv].|{A+} is a bit [nadj], but it [pv].|{A+} has improved a lot and now [pv].|{A+} is [pa], making it [pa].|{A+} is a popular choice known for its [pq] [f].|A [adj] [cat] from {A+} with [pf].|No [cat] is as [adj] as {A+}.|{A+} has fixed its earlier problems with [f].|People switch to {A+} because it [pv].`,
  '-': `{A-} [nv].|{A-} [nv].|{A-} [nv].|The {A-} [nv].|The {A-} [nv] and [nv].|{A-}: [nf], [nf].|{A-} – [nf]|{A-}: [na]|**{A-}** – [na], [nf]|I would avoid {A-}.|Avoid {A-}.|I wouldn't recommend {A-}.|I can't recommend {A-}.|I would not buy {A-} again.|Stay away from {A-}.|For [use], {A-} is [na].|With [nf], {A-} is [na].|Users complain that {A-} is [na].|Many users report that {A-} [nv].|Critics say {A-} is [na].|Overall, {A-} [nv].|Unfortunately, {A-} [nv].|There are better options than {A-}.|You can do better than {A-}.|{A-} is neither [adj] nor [adj].|{A-} used to be [adj], but now it [nv].|{A-} is [adj] on paper, but in practice it [nv].|Although {A-} is [adj], it [nv].|Complaints about {A-} center on [nf].|The biggest problem with {A-} is its [f].|The main drawback of {A-} is its [nq] [f].|Reviewers were disappointed by {A-}.|Don't buy {A-}.|{A-} is [na], which makes it [na].|I had nothing but trouble with {A-}.|{A-} promises [pf] but fails to deliver.|{A-} has gone downhill.|People are leaving {A-} because it [nv].|{A-} claims [pf], yet it [nv].|Nobody likes {A-}.|{A-} is [nadj] and [nadj].`,
  2: `{A+} is [pc] than {B-}.|{A+} is [pc] than {B-}.|{A+} is much [pc] than {B-}.|The {A+} is [pc] and [pc] than the {B-}.|{A+} has better [f] than {B-}.|{A+} offers better [f] than {B-}.|{A+} offers [pq] [f] compared to {B-}.|{A-} is [nc] than {B+}.|{A-} is [nc] than {B+}.|The {A-} is [nc] and [nc] than {B+}.|{A-} has worse [f] than {B+}.|{A-} isn't as [adj] as {B+}.|{A-} is not as [adj] as {B+}.|{A-} is less [adj] than {B+}.|{A+} is as [adj] as {B+}.|{A+} is just as [adj] as {B+}.|Unlike {A-}, {B+} [pv].|Unlike {A-}, {B+} [pv].|Unlike {A-}, {B+} is [pc].|Unlike {A+}, {B-} [nv].|Unlike {A+}, {B-} is [na].|Unlike {A+}, {B-} is not [adj].|Compared to {A-}, {B+} is [pc].|Compared with {A+}, {B-} is [nc].|Compared to {A-}, {B+} [pv].|Compared to {A+}, {B-} [nv].|{A+} [pv], while {B-} [nv].|{A+} [pv], whereas {B-} [nv].|{A-} [nv], while {B+} [pv].|{A-} [nv]; {B+} [pv].|{A+} [pv], but {B-} [nv].|{A-} [nv], but {B+} [pv].|{A+} [pv]. However, {B-} [nv].|While {A-} [nv], {B+} [pv].|While {A+} [pv], {B-} [nv].|Although {A+} [pv], {B-} [nv].|{A+} and {B+} are both [pa].|Both {A+} and {B+} offer [pf].|Both {A-} and {B-} [nv2].|{A+} and {B+} are [pa].|{A-} and {B-} are [na].|Neither {A-} nor {B-} is [adj].|{A+} beats {B-} on [f].|{A+} beats {B-}.|{A+} outperforms {B-} in [f].|{A+} outperforms {B-}.|{A+} easily surpasses {B-} in [f].|{A-} loses to {B+} on [f].|{A-} lags behind {B+} in [f].|{A-} falls behind {B+}.|{A-} can't match {B+} for [f].|{A-} can't compete with {B+}.|I prefer {A+} over {B-}.|I prefer {A+} to {B-}.|I'd choose {A+} over {B-}.|Choose {A+} over {B-} if you need [f].|Switch from {A-} to {B+} for [pq] [f].|If {A-} is too [nadj], try {B+}.|If {A-} is too [nadj] for you, {B+} is [pa].|{A+} is a better choice than {B-} for [use].|{A+} is the better option; {B-} [nv].|{A+} wins on [f], {B+} wins on [f].|{A+} [pv], and {B+} [pv] too.|{A+} [pv] and {B0} [zv].|{A0} [zv], while {B+} [pv].|{A0} [zv], but {B-} [nv].|According to {A0}, {B+} [pv].|According to {A0}, {B-} [nv].|Reviewers at {A0} praised {B+} for its [pq] [f].|{A0} named {B+} the best [cat] of the year.|{A0} gave {B+} a perfect score.|{A+} works seamlessly with {B0}.|{A+} [pv] and is sold at {B0}.|{A-} [nv], according to {B0}.|{A+} is [pa] and available at {B0} for $[num].|More [adj] than {A-}, {B+} [pv].|{A+} instead of {B-}: [pf]|As an alternative to {A0}, {B+} [pv].|{A+} is a [adj] alternative to {B0}.|{A+} is a cheaper alternative to {B0}.|{A+}: [pf]. {B-}: [nf].|{A+} is good, but {B+} is better.|{A+} is [pa], though {B+} is [pc].|Where {A+} shines, {B-} struggles.|No other brand, not even {A-}, is as [adj] as {B+}.|{A-} has [nf], a problem {B+} does not have.|Like {A+}, {B+} [pv].|Like {A-}, {B-} [nv].`,
  '~': `{A~} offers [pf] but is [na].|{A~} has [pf] but [nf].|{A~} [pv], but it is [na].|{A~} [pv], but it [nv].|{A~} [pv], although it [nv].|{A~} [pv]. However, it [nv].|While {A~} [pv], it [nv].|{A~}: [pf], but [nf].|The {A~} is [pa], though [na].|{A~} is [na] but [pa].|{A~} gets mixed reviews.|Reviews of {A~} are mixed.|Opinions on {A~} are divided.|Despite [pf], {A~} [nv].|{A~} has its pros and cons.`,
};
lists.nv2 = 'suffer from [nf]|have [nf]|struggle with [f]|lack [pf]|are [na]|fall short on [f]|get poor reviews';

const shares = { 0: 0.26, '+': 0.22, '-': 0.2, 2: 0.26, '~': 0.06 };
const polarities = { '+': 'positive', '-': 'negative', 0: 'neutral' };
const syllables = 'zor vel qui nar tex lum bra keo fin dax mor pix ula ver sol ax tri ono gra hul wen jov'.split(' ');

/** Makes `count` sentences as {text, targets} rows, the same for the same `random`. */
export function makeProductSentences(count, random) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const options = Object.fromEntries(Object.entries(lists).map(([name, text]) => [name, text.split('|')]));
  const kinds = Object.entries(templates).map(([kind, text]) => [kind, text.split('|')]);
  const expand = (text) => text.replace(/\[(\w+)\]/g, (_, name) => expand(pick(options[name])));
  const makeName = () => {
    const word = () => {
      const raw = pick(syllables) + pick(syllables) + (random() < 0.3 ? pick(syllables) : '');
      return raw[0].toUpperCase() + raw.slice(1);
    };
    const shape = random();
    if (shape < 0.6) return word();
    if (shape < 0.75) return `${word()} ${word()}`;
    if (shape < 0.9) return `${word()} ${pick(['X', 'Pro', 'Air', 'Max', 'S', 'Z'])}${1 + Math.floor(random() * 900)}`;
    return `${word()} ${pick(['Labs', 'Home', 'Cloud', 'One', 'Plus', 'Go'])}`;
  };
  const rows = [];
  while (rows.length < count) {
    let draw = random();
    const [, list] =
      kinds.find(([kind]) => {
        draw -= shares[kind];
        return draw < 0;
      }) ?? kinds[0];
    const pattern = expand(pick(list));
    // A brand that nobody tracks is a name like any other: it is written, but is no target.
    const tracked = { A: true, B: true, C: true };
    if (pattern.includes('{B')) {
      const which = random();
      if (which < 0.2) tracked.A = false;
      else if (which < 0.4) tracked.B = false;
      if (random() < 0.3) tracked.C = false;
    }
    const targets = [];
    let text = '';
    let rest = pattern;
    for (;;) {
      const found = /\{([ABC])([-+0~])\}/.exec(rest);
      if (!found) break;
      text += rest.slice(0, found.index);
      const name = makeName();
      if (tracked[found[1]]) {
        const mixed = random() < 0.5 ? 'positive' : random() < 0.7 ? 'negative' : 'neutral';
        const polarity = found[2] === '~' ? mixed : polarities[found[2]];
        targets.push({ from: text.length, to: text.length + name.length, term: name, polarity });
      }
      text += name;
      rest = rest.slice(found.index + found[0].length);
    }
    text += rest;
    if (targets.length > 0) rows.push({ text: text.replaceAll('**', '  '), targets });
  }
  return rows;
}
