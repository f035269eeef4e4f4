/** What an assistant can read before it explains numbers. */
export interface Guide {
  uri: string;
  name: string;
  description: string;
  text: string;
}

export const GUIDES: readonly Guide[] = [
  {
    uri: 'overheard://guides/metrics',
    name: 'What the metrics mean',
    description: 'Definitions of visibility, share of voice, position, sentiment and the figures of sources.',
    text: `# What the metrics mean

An answer is one reply of an assistant to one prompt on one day. Only answers that were answered or refused count.

- **visibility**: the share of answers that name the brand, from 0 to 1. 0.25 is 25%.
- **share_of_voice**: the brand's mentions divided by the mentions of all tracked brands, from 0 to 1.
- **position**: where the brand stands among the brands of an answer, 1 for the first, on average over the answers that name it.
  Lower is better. Missing if no answer names it.
- **sentiment**: how positively answers speak of the brand, from 0 to 100, on average over the answers that name it. 50 is
  neutral. Missing if nothing is said about it.
- **mention_count**: how often the name stands in the answers.
- **visibility_count** and **visibility_total**: the two numbers that visibility is made of; total is the number of answers.

Of sources (websites and pages that assistants used):

- **retrieved_percentage**: the share of answers that used it.
- **retrieval_count** and **citation_count**: how often it was used, and how often it was cited in the text.
- **gap**: how many competitors are mentioned in the answers that used it, where the own brand is not.

Every number can be traced: find its answers with list_chats, and read one with get_chat_content.
`,
  },
  {
    uri: 'overheard://guides/how-sure',
    name: 'How sure the numbers are',
    description: 'When a difference or a change is real, and how to say so.',
    text: `# How sure the numbers are

Ask an assistant twice and it names other brands. So every number has a margin, and small differences are often chance.

- Ask report_brands with \`"intervals": { "design": "population" }\` if the prompts stand for everything people might ask, or
  \`"panel"\` if only these prompts matter. Each row then has bounds for each metric: the value, low and high, at 95% unless you
  ask for another confidence.
- Ask report_brands with \`"compare": { "start_date": …, "end_date": … }\` to learn what changed. Only rows whose
  \`change\` says \`significant\` have really changed: false alarms are controlled over all rows of the report.
- get_overview has done both: its \`movers\` are real changes, and its verdict says \`level\` where a difference may be chance.

When you report numbers, say how many answers they come from, give the margin, and call nothing a rise or a fall that is not
significant. If there are too few answers, say so; plan_brands tells how many more it takes.
`,
  },
];
