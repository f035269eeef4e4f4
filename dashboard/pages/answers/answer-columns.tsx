import type { Chat } from '../../api/types.ts';
import { toPage } from '../../filters/selection.ts';
import { formatCountry, formatDay, formatSentimentScore, formatWhole } from '../../format.ts';
import { Link } from '../../routing/link.tsx';
import type { Location } from '../../routing/location.ts';
import type { Column } from '../../table/columns.ts';
import { type AnswerFilter, keepListParams } from './answer-filter.ts';
import type { PromptTexts } from './answer-queries.ts';
import { Excerpt } from './excerpt.tsx';

interface ColumnContext {
  prompts: PromptTexts;
  channelName(id: string): string;
  location: Location;
  filter: AnswerFilter;
  brand: { name: string; color: string } | undefined;
  /** Whether all answers belong to one prompt, which the page names. */
  isOnePrompt: boolean;
}

export function toAnswerColumns(context: ColumnContext): Column<Chat>[] {
  const { prompts, channelName, location, filter, brand, isOnePrompt } = context;
  const nameOf = ({ prompt }: Chat) => prompts.names.get(prompt.id) ?? 'Unknown prompt';
  const keptParams = { ...keepListParams(location), prompt: filter.prompt };
  const toAnswer = ({ id }: Chat) => toPage(`/answers/${id}`, location, keptParams);
  const color = filter.search === '' ? brand?.color : undefined;
  return [
    {
      id: 'prompt',
      name: isOnePrompt ? 'Answer' : 'Prompt',
      width: 14,
      grow: 3,
      cell: (row) => (
        <>
          <Link className="row-link row-open one-line" href={toAnswer(row)}>
            {isOnePrompt ? channelName(row.model_channel.id) : nameOf(row)}
          </Link>
          <Excerpt excerpt={row.excerpt} color={color} />
        </>
      ),
      file: ({ prompt }) => prompts.texts.get(prompt.id) ?? 'Unknown prompt',
    },
    {
      id: 'date',
      name: 'Date',
      width: 6.25,
      isNewestFirst: true,
      cell: ({ date }) => formatDay(date),
      sortBy: ({ date }) => date,
      file: ({ date }) => date,
    },
    {
      id: 'channel',
      name: 'Channel',
      width: 7,
      grow: 0.6,
      hideOrder: 3,
      isFileOnly: isOnePrompt,
      cell: ({ model_channel }) => <span className="one-line">{channelName(model_channel.id)}</span>,
      file: ({ model_channel }) => model_channel.id,
    },
    {
      id: 'country',
      name: 'Country',
      width: 4.5,
      hideOrder: 2,
      cell: ({ country_code }) => <abbr title={formatCountry(country_code)}>{country_code}</abbr>,
      file: ({ country_code }) => country_code,
    },
    {
      id: 'mentions',
      name: 'Mentions',
      description: `How often the answer mentions ${brand?.name ?? 'the brand'}.`,
      width: 5.5,
      isNumber: true,
      cell: ({ mention_count = 0 }) =>
        mention_count === 0 ? <span className="quiet">none</span> : formatWhole(mention_count),
      sortBy: ({ mention_count }) => mention_count,
      file: ({ mention_count }) => mention_count,
    },
    {
      id: 'position',
      name: 'Position',
      width: 5,
      isNumber: true,
      isSmallerBetter: true,
      cell: ({ position }) => (typeof position === 'number' ? formatWhole(position) : <span className="quiet">–</span>),
      sortBy: ({ position }) => position ?? undefined,
      file: ({ position }) => position,
    },
    {
      id: 'sentiment',
      name: 'Sentiment',
      width: 5.75,
      isNumber: true,
      cell: ({ sentiment }) =>
        typeof sentiment === 'number' ? formatSentimentScore(sentiment) : <span className="quiet">–</span>,
      sortBy: ({ sentiment }) => sentiment ?? undefined,
      // On the scale of the reports.
      file: ({ sentiment }) => (typeof sentiment === 'number' ? Number((50 + sentiment * 50).toFixed(2)) : null),
    },
    {
      id: 'id',
      name: 'ID',
      width: 0,
      isFileOnly: true,
      cell: () => null,
      file: ({ id }) => id,
    },
  ];
}
