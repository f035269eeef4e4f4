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
  favor: number;
}

export const DEMO_BRANDS: readonly DemoBrand[] = [
  {
    name: 'Varrow',
    aliases: ['Varrow Coffee'],
    domain: 'varrow.example',
    color: 'emerald',
    is_own: true,
    chance: [0.42, 0.66],
    favor: 0.55,
  },
  {
    name: 'Brumelle',
    aliases: [],
    domain: 'brumelle.example',
    color: 'rose',
    is_own: false,
    chance: [0.74, 0.68],
    favor: 0.3,
  },
  {
    name: 'Kestrel & Pine',
    aliases: ['Kestrel and Pine', 'K&P'],
    domain: 'kestrelpine.example',
    color: 'indigo',
    is_own: false,
    chance: [0.55, 0.5],
    favor: 0.1,
  },
  {
    name: 'Ostro',
    aliases: ['Ostro Home'],
    domain: 'ostro.example',
    color: 'amber',
    is_own: false,
    chance: [0.5, 0.38],
    favor: -0.35,
  },
  {
    name: 'Mokkari',
    aliases: [],
    domain: 'mokkari.example',
    color: 'sky',
    is_own: false,
    chance: [0.3, 0.44],
    favor: 0.45,
  },
  {
    name: 'Tallgrass',
    aliases: ['Tall Grass'],
    domain: 'tallgrass.example',
    color: 'violet',
    is_own: false,
    chance: [0.22, 0.2],
    favor: -0.1,
  },
];

export const DEMO_TOPICS = ['Grinders', 'Espresso machines', 'Care and repair'] as const;
export const DEMO_TAGS = ['buying', 'comparison', 'problem'] as const;

export interface DemoPrompt {
  text: string;
  country: string;
  topic: (typeof DEMO_TOPICS)[number] | null;
  tags: (typeof DEMO_TAGS)[number][];
}

export const DEMO_PROMPTS: readonly DemoPrompt[] = [
  {
    text: 'What is the best home coffee grinder?',
    country: 'US',
    topic: 'Grinders',
    tags: ['buying'],
  },
  {
    text: 'Which burr grinder is quiet enough for a small flat?',
    country: 'GB',
    topic: 'Grinders',
    tags: ['buying'],
  },
  {
    text: 'Best grinder for filter coffee under 200?',
    country: 'US',
    topic: 'Grinders',
    tags: ['buying', 'comparison'],
  },
  {
    text: 'Hand grinder or electric grinder for travel?',
    country: 'DE',
    topic: 'Grinders',
    tags: ['comparison'],
  },
  {
    text: 'What espresso machine should a beginner buy?',
    country: 'US',
    topic: 'Espresso machines',
    tags: ['buying'],
  },
  {
    text: 'Varrow or Brumelle: which espresso machine lasts longer?',
    country: 'US',
    topic: 'Espresso machines',
    tags: ['comparison'],
  },
  {
    text: 'Which espresso machines steam milk well?',
    country: 'GB',
    topic: 'Espresso machines',
    tags: ['buying'],
  },
  {
    text: 'Most reliable espresso machine for an office kitchen',
    country: 'DE',
    topic: 'Espresso machines',
    tags: ['buying', 'comparison'],
  },
  {
    text: 'How often should I descale my espresso machine?',
    country: 'US',
    topic: 'Care and repair',
    tags: ['problem'],
  },
  {
    text: 'My grinder clogs with dark roasts, what helps?',
    country: 'GB',
    topic: 'Care and repair',
    tags: ['problem'],
  },
  {
    text: 'Which coffee brands sell spare parts to customers?',
    country: 'DE',
    topic: 'Care and repair',
    tags: [],
  },
  {
    text: 'What do people regret about their first coffee set-up?',
    country: 'US',
    topic: null,
    tags: [],
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
