import type { BrandRow, Prompt, Tag, Topic } from '../../api/types.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { toPage } from '../../filters/selection.ts';
import { formatCountry, formatWhole } from '../../format.ts';
import { METRICS } from '../../metrics.ts';
import { Link } from '../../routing/link.tsx';
import type { Location } from '../../routing/location.ts';
import type { Column } from '../../table/columns.ts';
import { PromptMenu } from './prompt-menu.tsx';
import type { Trends } from './use-trends.ts';

export interface PromptRow {
  prompt: Prompt;
  text: string;
  /** How the brand fares with it; nothing where there are no answers. */
  standing: BrandRow | undefined;
}

interface Surroundings {
  topics: readonly Topic[];
  tags: readonly Tag[];
  trends: Trends;
  location: Location;
  canWrite: boolean;
  marked: ReadonlySet<string>;
  setMarked(marked: ReadonlySet<string>): void;
}

export function toPromptColumns({
  topics,
  tags,
  trends,
  location,
  canWrite,
  marked,
  setMarked,
}: Surroundings): Column<PromptRow>[] {
  const topicNames = new Map(topics.map(({ id, name }) => [id, name]));
  const tagsById = new Map(tags.map((tag) => [tag.id, tag]));
  const toggle = (id: string) => {
    const next = new Set(marked);
    if (!next.delete(id)) next.add(id);
    setMarked(next);
  };
  const topicOf = ({ prompt }: PromptRow) => (prompt.topic ? topicNames.get(prompt.topic.id) : undefined);
  const tagsOf = ({ prompt }: PromptRow) => prompt.tags.flatMap(({ id }) => tagsById.get(id) ?? []);
  return [
    {
      id: 'text',
      name: 'Prompt',
      width: 'minmax(15rem, 3fr)',
      cell: ({ prompt, text }) => (
        <span className="marked-cell">
          {canWrite ? (
            <input
              type="checkbox"
              aria-label={`Choose: ${text}`}
              checked={marked.has(prompt.id)}
              onChange={() => toggle(prompt.id)}
            />
          ) : null}
          <Link
            className="row-link one-line"
            href={toPage('/answers', location, { prompt: prompt.id })}
            title={text}
            dir="auto"
          >
            {text}
          </Link>
        </span>
      ),
      sortBy: ({ text }) => text,
      file: ({ text }) => text,
    },
    {
      id: 'topic',
      name: 'Topic',
      width: 'minmax(6rem, 1fr)',
      cell: (row) => <span className="one-line">{topicOf(row) ?? <span className="quiet">–</span>}</span>,
      sortBy: topicOf,
      file: topicOf,
    },
    {
      id: 'tags',
      name: 'Tags',
      width: 'minmax(5rem, 1fr)',
      cell: (row) => (
        <span className="chips is-one-line">
          {tagsOf(row).map(({ id, name, color }) => (
            <span key={id} className="chip" data-color={color}>
              {name}
            </span>
          ))}
        </span>
      ),
      file: (row) =>
        tagsOf(row)
          .map(({ name }) => name)
          .join('; '),
    },
    {
      id: 'country',
      name: 'Country',
      width: '4.5rem',
      isLuxury: true,
      cell: ({ prompt }) => (
        <abbr title={formatCountry(prompt.user_location.country)}>{prompt.user_location.country}</abbr>
      ),
      sortBy: ({ prompt }) => prompt.user_location.country,
      file: ({ prompt }) => prompt.user_location.country,
    },
    ...METRICS.filter(({ id }) => id !== 'share_of_voice').map(
      (metric): Column<PromptRow> => ({
        id: metric.id,
        name: metric.name,
        meaning: metric.meaning,
        width: '5.75rem',
        isNumber: true,
        cell: ({ standing }) => {
          const value = standing && metric.read(standing);
          return value === undefined ? <span className="quiet">–</span> : metric.format(value);
        },
        sortBy: ({ standing }) => standing && metric.read(standing),
        file: ({ standing }) => standing && metric.read(standing),
      }),
    ),
    {
      id: 'trend',
      name: 'Trend',
      meaning: 'Visibility over the chosen dates.',
      width: '5.75rem',
      isExtra: true,
      cell: ({ prompt }) => {
        const line = trends.get(prompt.id);
        return line ? <Sparkline values={line} least={0} most={1} /> : null;
      },
    },
    {
      id: 'volume',
      name: 'Volume',
      meaning: 'How often it is asked, where that is known.',
      width: '5rem',
      isNumber: true,
      isLuxury: true,
      cell: ({ prompt }) => (prompt.volume === 0 ? <span className="quiet">–</span> : formatWhole(prompt.volume)),
      sortBy: ({ prompt }) => prompt.volume || undefined,
      file: ({ prompt }) => prompt.volume,
    },
    ...(canWrite
      ? [
          {
            id: 'edit',
            name: 'Edit',
            width: '3rem',
            isUnnamed: true,
            cell: ({ prompt, text }: PromptRow) => (
              <PromptMenu label="⋯" name={`Edit: ${text}`} prompts={[prompt]} topics={topics} tags={tags} />
            ),
          },
        ]
      : []),
  ];
}
