/**
 * Words that express an opinion, in product answers and everyday English. They are an input of the model and do not decide
 * alone: the model learned how much a word near a target counts. Regular endings (-s, -ed, -ing, -ly, -er, -est) are added.
 */
const strongPositive = `
excellent outstanding superb amazing awesome fantastic wonderful phenomenal brilliant stellar exceptional incredible
perfect flawless best love great terrific fabulous marvelous magnificent delicious stunning gorgeous unmatched
unbeatable unrivaled unrivalled unparalleled top-notch first-rate world-class best-in-class top-tier industry-leading
award-winning state-of-the-art must-have game-changer game-changing masterpiece favorite favourite impeccable
extraordinary remarkable rave raved thrilled delight delighted beloved adore superior spectacular divine heavenly
exquisite delectable scrumptious impressive breathtaking winner standout top-rated best-selling gold-standard heroic
hero triumph triumphant finest acclaimed blazing-fast rock-solid mouth-watering hands-down`;

const positive = `
good nice solid reliable dependable affordable fast quick smooth sturdy durable comfortable comfy cozy lightweight
portable compact sleek stylish elegant beautiful pretty attractive intuitive easy simple seamless effortless convenient
handy versatile flexible powerful robust strong accurate precise responsive efficient effective helpful friendly
user-friendly budget-friendly beginner-friendly eco-friendly kid-friendly family-friendly feature-rich well-made
well-built well-designed well-rounded well-known well-regarded well-reviewed well-suited well-balanced high-quality
premium generous ample spacious quiet silent crisp clear vivid vibrant bright rich fresh tasty flavorful flavourful
juicy tender crispy authentic innovative modern advanced cutting-edge secure safe trusted trustworthy reputable renowned
popular praised praise recommend recommended recommendation ideal suitable worth worthwhile valuable value bargain
inexpensive economical cost-effective reasonable decent fine fun enjoyable enjoy pleasant pleased pleasing satisfy
satisfying satisfied happy glad impress impressed like appreciate admire applaud applauded commend commended celebrate
celebrated honor honored honour honoured hailed laud lauded champion win wins won winning succeed success successful
successfully excel shine boast outperform surpass beat exceed improve improved improvement boost enhance enhanced
benefit advantage pros strength upside perk bonus asset leader leading lead top better stronger faster cheaper
lighter quieter smoother easier safer healthier warm welcoming attentive polite courteous prompt professional
knowledgeable gracious charming lovely relaxing inviting romantic trendy hip cool clean neat tidy healthy nutritious
wholesome balanced consistent steady stable accessible transparent fair honest generosity kind brave courage courageous
bold smart clever wise talented gifted skilled capable competent thoughtful respected respect popularity support
supported supportive supporter endorse endorsed endorsement backed thank thanks grateful gratitude welcome congratulate
hope hopeful promising optimistic confident confidence proud pride trust peace peaceful progress victory protect
protection protective defend save saved free freedom prevent gentle soft supple waterproof breathable long-lasting
hassle-free stress-free worry-free noise-free trouble-free maintenance-free customizable scalable thorough comprehensive
extensive unlimited instant speedy snappy punchy immersive ergonomic cushioned supportive plush cushy hydrating soothing
nourishing refreshing energizing dermatologist-recommended hypoallergenic organic sustainable ethical refined polished
sharp detailed lifelike natural stand-out noteworthy notable commendable admirable credible legit legitimate genuine
go-to favored favoured preferred prefer sought-after highly-rated loyal passionate dedicated committed caring helped
friendlier nicer tastier fresher sweet addictive melt melts yum yummy ample tempting wow bravo kudos props satisfaction
hit gem treat reward rewarding excited exciting exciting entertaining memorable special unique charismatic visionary
strengthen upgrade upgraded optimal optimized optimised excelled thrive thriving flourish growth grow robustly brisk
resilient rugged sturdy tough weatherproof stain-resistant scratch-resistant water-resistant leak-proof foolproof
straightforward streamlined uncluttered minimal lag-free ad-free cruelty-free fragrance-free gluten-free low-maintenance
low-cost energy-efficient cheap-and-cheerful bang-for-the-buck deal steal`;

const negative = `
bad poor weak slow sluggish laggy lag buggy glitchy glitch bug bugs clunky flimsy fragile unreliable inconsistent
inaccurate unstable insecure unsafe expensive overpriced pricey costly steep exorbitant cheaply heavy bulky cumbersome
bloated noisy loud uncomfortable awkward confusing complicated complex difficult hard tricky frustrating frustrated
annoying annoyed irritating tedious cluttered outdated dated obsolete old-fashioned limited limiting limitation
restrictive lack lacks lacking missing absent insufficient inadequate mediocre average lackluster lacklustre
underwhelming underpowered disappointing disappointed disappoint disappointment bland tasteless dry soggy stale greasy
oily salty cold lukewarm burnt overcooked undercooked raw rude unfriendly inattentive unprofessional slow-moving ignore
ignored forgot forgotten mistake error fail failed failing failure fault faulty defect defective flaw flawed broken break
breaks crash crashes crashed problem problematic issue issues trouble complaint complain complained criticize criticized
criticise criticised criticism critic concern concerned concerning worry worried worrying risk risky danger dangerous
harm harmful hurt damage damaged loss lose loses losing lost struggle struggled suffer suffers suffered decline declined
drop dropped worse weaker slower heavier pricier cons drawback downside disadvantage caveat shortcoming weakness
minus negative unfortunately sadly regret regrettable avoid avoided skip waste wasted wasteful overrated overhyped
unimpressive uninspired unappealing unpleasant unacceptable unhappy dissatisfied unsatisfied wrong unfair dishonest
mislead misleading deceptive false fake hidden-fees controversial controversy scandal accuse accused accusation allege
alleged allegedly blame blamed slam slammed attack attacked condemn condemned denounce denounced rebuke rebuked mock
mocked ridicule ridiculed deride derided lash lashed blast blasted reject rejected oppose opposed deny denied denies
refuse refused dismiss dismissed fire fired resign resigned guilty convicted charged indicted arrested jailed sued
lawsuit fined fraud fraudulent corrupt corruption illegal illegally violate violated violation crime criminal threat
threaten threatened threatening fear feared afraid angry anger furious outrage outraged upset hate-filled racist racism
sexist sexism bigot bigoted extremist radical dictator regime lie lied lies liar lying cheat cheated betray betrayed
undermine undermined weaken weakened exploit exploited abuse abused steal stole smear smeared chaos chaotic crisis
embarrassing embarrassed embarrassment shame shameful ugly dirty filthy sticky messy smelly cramped crowded noisy
tiny small skimpy bitter sour bitterly burnt tough chewy mushy watery thin flavorless dull boring forgettable dim dark
blurry grainy tinny muddy muffled scratchy itchy stiff rigid leak leaks leaked leaking peel fade drain drains overheat
overheats throttling disconnect disconnects delay delayed delays late wait waited waiting long-wait unresponsive
unavailable discontinued short-lived subpar sub-par so-so meh barely hardly scarcely steep-learning-curve nickel-and-dime
upcharge upsell intrusive invasive spam ads gimmick gimmicky overkill bare-bones barebones proprietary locked-in
lock-in backlash recall recalled complaint-ridden mixed divisive polarizing questionable doubtful dubious suspicious
suspect shady sketchy skeptical sceptical critical harsh hostile clumsy careless incompetent unqualified unfit failing
ineffective inefficient useless pointless worthless needless hypocrite hypocrisy hypocritical divide divided
investigation investigated impeach impeachment impeached ousted oust disgrace disgraced killed kill murder attackers
terrorist terrorism victim dead death die died war lagging behind trail trails trailing fell short underperform
underperforms underperformed hefty unintuitive unforgiving temperamental finicky fiddly cheap-feeling plasticky
uneven patchy spotty erratic unpredictable irritate irritates toxic allergenic drying abrasive`;

const strongNegative = `
terrible horrible awful worst atrocious abysmal dreadful disgusting gross horrendous appalling pathetic hate hated
despise inedible nasty disaster disastrous nightmare unbearable intolerable outrageous ridiculous rip-off ripoff scam
garbage trash junk crap crappy sucks suck lousy shitty horrific horrid vile useless unusable catastrophic fiasco
deplorable despicable disgraceful evil inexcusable laughable joke dealbreaker deal-breaker unforgivable abomination
worthless sickening repulsive rotten hell hellish ruined ruin`;

export const polarityWords: readonly (readonly [polarity: number, words: string])[] = [
  [1, positive],
  [-1, negative],
  [2, strongPositive],
  [-2, strongNegative],
];
