/** The invented market of the demo project. None of these companies exists. */
export interface DemoBrand {
  name: string;
  aliases: string[];
  domain: string;
  color: string;
  is_own: boolean;
  /** How likely an answer names it, at the beginning and at the end of the demo's time. */
  chance: [number, number];
  /** How well it is spoken of, from -1 to 1. */
  favour: number;
}

export const DEMO_BRANDS: readonly DemoBrand[] = [
  {
    name: 'Varrow',
    aliases: ['Varrow Coffee'],
    domain: 'varrow.example',
    color: 'emerald',
    is_own: true,
    chance: [0.42, 0.66],
    favour: 0.55,
  },
  {
    name: 'Brumelle',
    aliases: [],
    domain: 'brumelle.example',
    color: 'rose',
    is_own: false,
    chance: [0.74, 0.68],
    favour: 0.3,
  },
  {
    name: 'Kestrel & Pine',
    aliases: ['Kestrel and Pine', 'K&P'],
    domain: 'kestrelpine.example',
    color: 'indigo',
    is_own: false,
    chance: [0.55, 0.5],
    favour: 0.1,
  },
  {
    name: 'Ostro',
    aliases: ['Ostro Home'],
    domain: 'ostro.example',
    color: 'amber',
    is_own: false,
    chance: [0.5, 0.38],
    favour: -0.35,
  },
  {
    name: 'Mokkari',
    aliases: [],
    domain: 'mokkari.example',
    color: 'sky',
    is_own: false,
    chance: [0.3, 0.44],
    favour: 0.45,
  },
  {
    name: 'Tallgrass',
    aliases: ['Tall Grass'],
    domain: 'tallgrass.example',
    color: 'violet',
    is_own: false,
    chance: [0.22, 0.2],
    favour: -0.1,
  },
];

export const DEMO_TOPICS = ['Grinders', 'Espresso machines', 'Care and repair'] as const;
export const DEMO_TAGS = ['buying', 'comparison', 'problem'] as const;

export interface DemoPrompt {
  text: string;
  country: string;
  topic: (typeof DEMO_TOPICS)[number] | null;
  tags: (typeof DEMO_TAGS)[number][];
  thing: string;
}

export const DEMO_PROMPTS: readonly DemoPrompt[] = [
  {
    text: 'What is the best home coffee grinder?',
    country: 'US',
    topic: 'Grinders',
    tags: ['buying'],
    thing: 'grinder',
  },
  {
    text: 'Which burr grinder is quiet enough for a small flat?',
    country: 'GB',
    topic: 'Grinders',
    tags: ['buying'],
    thing: 'burr grinder',
  },
  {
    text: 'Best grinder for filter coffee under 200?',
    country: 'US',
    topic: 'Grinders',
    tags: ['buying', 'comparison'],
    thing: 'grinder',
  },
  {
    text: 'Hand grinder or electric grinder for travel?',
    country: 'DE',
    topic: 'Grinders',
    tags: ['comparison'],
    thing: 'hand grinder',
  },
  {
    text: 'What espresso machine should a beginner buy?',
    country: 'US',
    topic: 'Espresso machines',
    tags: ['buying'],
    thing: 'espresso machine',
  },
  {
    text: 'Varrow or Brumelle: which espresso machine lasts longer?',
    country: 'US',
    topic: 'Espresso machines',
    tags: ['comparison'],
    thing: 'espresso machine',
  },
  {
    text: 'Which espresso machines steam milk well?',
    country: 'GB',
    topic: 'Espresso machines',
    tags: ['buying'],
    thing: 'espresso machine',
  },
  {
    text: 'Most reliable espresso machine for an office kitchen',
    country: 'DE',
    topic: 'Espresso machines',
    tags: ['buying', 'comparison'],
    thing: 'espresso machine',
  },
  {
    text: 'How often should I descale my espresso machine?',
    country: 'US',
    topic: 'Care and repair',
    tags: ['problem'],
    thing: 'descaler',
  },
  {
    text: 'My grinder clogs with dark roasts, what helps?',
    country: 'GB',
    topic: 'Care and repair',
    tags: ['problem'],
    thing: 'grinder',
  },
  {
    text: 'Which coffee brands sell spare parts to customers?',
    country: 'DE',
    topic: 'Care and repair',
    tags: [],
    thing: 'coffee machine',
  },
  {
    text: 'What do people regret about their first coffee set-up?',
    country: 'US',
    topic: null,
    tags: [],
    thing: 'set-up',
  },
];

export const DEMO_SUGGESTIONS: readonly { text: string; country: string; topic: string | null; volume: number }[] = [
  { text: 'Quietest coffee grinder for early mornings', country: 'US', topic: 'Grinders', volume: 880 },
  {
    text: 'Is a pressure gauge worth it on a home espresso machine?',
    country: 'US',
    topic: 'Espresso machines',
    volume: 590,
  },
  { text: 'Which grinder has the least static?', country: 'GB', topic: 'Grinders', volume: 480 },
  { text: 'Espresso machine with the longest warranty', country: 'DE', topic: 'Espresso machines', volume: 390 },
  { text: 'Where can I have a coffee machine repaired?', country: 'DE', topic: 'Care and repair', volume: 260 },
  { text: 'Best gift for someone who loves coffee', country: 'US', topic: null, volume: 1900 },
];

export const PRAISE = [
  'is praised for its even grind and solid build',
  'offers excellent value and is easy to use',
  'is a reliable choice that testers loved',
  'stands out with great customer support',
  'delivers wonderful results with very little effort',
];

export const NEUTRAL = [
  'has a 54 mm portafilter and a removable tank',
  'comes in black, white and steel',
  'is sold mostly through its own shop',
  'was updated last spring',
  'sits in the middle of the price range',
];

export const BLAME = [
  'is often criticised for its noisy motor',
  'feels overpriced and breaks too early',
  'has a disappointing warranty',
  'is frustrating to clean',
  'suffers from poor spare-part supply',
];

export const INTROS = [
  'There is no single answer, but a few names come up again and again.',
  'It depends on your budget and on how much time you want to spend.',
  'Here is what recent tests and owners say.',
  'For most kitchens, one of these will do.',
];

export const CLOSINGS = [
  'If you can, try two of them in a shop before you decide.',
  'Prices change often, so compare before you buy.',
  'Whatever you choose, fresh beans matter more.',
  '',
];

export const PAGES: readonly { url: string; title: string }[] = [
  { url: 'https://www.beanjournal.example/reviews/best-home-grinders', title: 'The 9 best home grinders' },
  { url: 'https://crema-forum.example/t/grinder-regrets/4411', title: 'Grinder regrets' },
  { url: 'https://www.kitchenlab.example/compare/espresso-machines', title: 'Espresso machines compared' },
  { url: 'https://reference.example/wiki/Burr_mill', title: 'Burr mill' },
  { url: 'https://www.consumerdesk.example/coffee/reliability-2026', title: 'Reliability survey' },
];

/** Pages that speak of competitors alone: answers that use them never name the own brand. */
export const PAGES_WITHOUT_US: readonly { url: string; title: string }[] = [
  { url: 'https://www.officebrew.example/lists/machines-for-teams', title: 'Ten machines for teams' },
  { url: 'https://thequietcup.example/blog/small-grinders', title: 'Small grinders, tested at dawn' },
];
