/** How an answer begins. {thing} is what the prompt asks about, {year} and {month} are the day's. */
export const OPENINGS = [
  'Good question, and the answer depends on what matters most to you.',
  'Short version: there is no single winner, but some choices are clearly safer than others.',
  'I looked at recent tests and owner reviews of every {thing} I could find.',
  'Here is how I would approach it.',
  'Recent reviews agree on a few points and disagree on the rest.',
  'It helps to sort the options by what you actually need.',
  'As of {month} {year}, a handful of names keep turning up.',
  'Let me break this down.',
  'Opinions differ, but there is a clear pattern in what owners report.',
  'A lot has changed in the last two years, so older lists are of little help.',
  'I would narrow it down like this.',
  'Most buyers end up choosing between very few names.',
  'The test reports of {year} paint a fairly clear picture.',
  'First things first: what counts is {criterion}.',
  'There are two schools of thought on this.',
  'I went through the usual test sites and a couple of forums.',
  'It depends, above all on {criterion}.',
  'Much of what you read about this is advertising, so here is what holds up.',
  'Two things matter here, {criterion} and what you are ready to spend.',
  'For a household with average needs the choice is easier than it looks.',
];

/** Before a lead sentence that answers the question in general. */
export const LEAD_INS = [
  '',
  '',
  '',
  '',
  'In short: ',
  'Generally speaking: ',
  'The honest answer: ',
  'As a starting point: ',
];

/** Before an opinion about a brand, and before a fact. */
export const FRAMES = [
  '',
  '',
  '',
  'In everyday use, ',
  'According to several owners, ',
  'In recent tests, ',
  'For its price, ',
  'After a year of use, ',
  'By most accounts, ',
  'In side-by-side comparisons, ',
  'If you read the longer reviews, ',
  'Many reviewers agree that ',
];
export const FACT_FRAMES = ['', '', '', '', 'For reference, ', 'Worth knowing: ', 'On paper, '];

/** Why an opinion matters. {situation} is one of the topic's. */
export const REASONS = {
  praise: [
    ', which pays off if {situation}',
    ', ideal if {situation}',
    ', a real advantage if {situation}',
    ', and you will appreciate that if {situation}',
  ],
  neutral: [],
  blame: [
    ', so think twice if {situation}',
    ', which becomes a problem if {situation}',
    ', and that hurts if {situation}',
    ', a poor match if {situation}',
  ],
};

/** Before a second remark about the same brand: one that agrees, and one that does not. */
export const ALSO = ['It also ', 'Besides, it ', 'On top of that, it ', 'Owners add that it ', 'What is more, it '];
export const HOWEVER = [
  'That said, it ',
  'On the downside, it ',
  'One drawback: it ',
  'Keep in mind that it ',
  'The catch is that it ',
  'Less convincingly, it ',
];
export const STILL = ['To its credit, it ', 'On the plus side, it ', 'Still, it ', 'In fairness, it '];

export const RECOMMENDATIONS = [
  'If I had to choose one today, I would go with {name}.',
  'For most people I would start with {name}.',
  'My recommendation: {name}, unless your budget is tight.',
  '{name} is where I would put my own money.',
  'All in all, {name} is the safest choice here.',
  'Overall, {name} comes out ahead.',
  'Taking {criterion} into account, {name} is my pick.',
  'If {situation}, I would choose {name}.',
  'For {criterion} alone, {name} is the better buy.',
];
export const WARNINGS = [
  'I would steer clear of {name} for now.',
  '{name} is the one I would skip.',
  'Only consider {name} if price is all that counts.',
  'Be careful with {name}: the complaints are too frequent to ignore.',
  'If {situation}, avoid {name}.',
  'I cannot recommend {name} with a good conscience.',
];
export const CLOSINGS = [
  'Prices change often, so compare before you buy.',
  'If you tell me your budget and how many cups you make, I can narrow it down.',
  'Whatever you choose, fresh beans matter more.',
  'If you can, try two of them in a shop first.',
  'Would you like a comparison with a specific model?',
  'Check the return policy, because taste and noise are personal.',
  'Let me know if you want options for another budget.',
  'Either way, plan a few minutes a week for cleaning.',
  'I can also look into used models if you like.',
  'Availability differs from shop to shop, so call before you go.',
  'If {situation}, tell me and I will adjust the list.',
  'Watch out for bundles: the extras are rarely worth it.',
  'Ratings are from {month} {year} and may have changed since.',
  'Do you want me to go into {criterion} in more detail?',
  'Test reports from {year} are a good next step.',
];

export const LIST_LEADS = [
  'These are the ones worth knowing:',
  'My shortlist:',
  'The names that come up most often:',
  'Options worth a look:',
  'Ranked by how often reviewers recommend them:',
];
export const TABLE_LEADS = ['At a glance:', 'Here is a quick comparison:', 'Side by side:', 'In a table:'];
export const TIP_LEADS = ['What helps:', 'What to do:', 'A few practical steps:', 'In practice:', 'Things to check:'];
/** Before a single piece of advice. */
export const TIPS = [
  'A practical note:',
  'One more tip:',
  'Before you buy:',
  'Whatever you choose,',
  'Also,',
  'And a word of advice:',
];
export const DIGEST_LEADS = ['What owners say:', 'From forums and reviews:', 'The picture from owner reviews:'];

/** After an advice. */
export const TIP_ENDS = [
  '',
  '',
  '',
  ' – it takes five minutes',
  ' (most people skip this)',
  ', even if it seems fussy',
  ' – that alone often does the trick',
  ', and do it before anything else',
];

/** How a brand does at the criterion that was named just before. */
export const RATINGS = {
  praise: [
    'is clearly ahead here',
    'does very well here',
    'is excellent in this respect',
    'leaves little to be desired',
  ],
  neutral: ['is about average here', 'holds its own', 'does what you would expect'],
  blame: ['falls behind here', 'is disappointing in this respect', 'is the weaker one here', 'does poorly here'],
};

export const SHORT_ANSWERS = [
  'Short answer: {name}.',
  '**{name}**, in most cases.',
  'I would look at {name} first.',
  '{name} is the answer you will hear most often.',
];

/** Answers without any brand: to prompts about other things, and rarely to others. */
export const OTHER_SUBJECTS = [
  'I only know my way around coffee at home, so I cannot say much about “{prompt}”.',
  '“{prompt}” is outside of what I know: this demo only covers grinders, espresso machines and their care.',
  'I am the demo assistant, and my knowledge ends at the edge of the coffee bar, so I have no reliable answer to “{prompt}”.',
];
export const OTHER_ADVICE = [
  'In general, compare at least three offers, read reviews that are older than a year, and check who pays for returns.',
  'What usually works: write down your two most important requirements, ask somebody who owns one, and ignore lists without test results.',
  'A connected assistant would search the web for this and name its sources.',
];
export const REFUSALS = [
  'I’m sorry, but I can’t help with product recommendations for this request.',
  'I’m sorry, but I’m not able to recommend specific brands here.',
];
