import type { BrandRow, Prompt, Tag, Topic } from '../../api/types.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { toPage } from '../../filters/selection.ts';
import { formatCount, formatCountry, formatWhole } from '../../format.ts';
import { METRICS } from '../../metrics.ts';
import { Link } from '../../routing/link.tsx';
import type { Location } from '../../routing/location.ts';
import type { Column } from '../../table/columns.ts';
import { PromptMenu } from './prompt-menu.tsx';
import type { Trends } from './use-trends.ts';

export interface PromptRow {
  prompt: Prompt;
  text: string;
  /** The text, with the country if the same text is asked in several. */
  name: string;
  /** The brand's metrics for this prompt; undefined if the prompt has no answers. */
  metrics: BrandRow | undefined;
}

interface ColumnContext {
  topics: readonly Topic[];
  tags: readonly Tag[];
  trends: Trends;
  location: Location;
  canWrite: boolean;
  /** Whether the volume of any prompt is known. */
  hasVolumes: boolean;
  selected: ReadonlySet<string>;
  setSelected(selected: ReadonlySet<string>): void;
}

export function toPromptColumns({
  topics,
  tags,
  trends,
  location,
  canWrite,
  hasVolumes,
  selected,
  setSelected,
}: ColumnContext): Column<PromptRow>[] {
  const topicNames = new Map(topics.map(({ id, name }) => [id, name]));
  const tagsById = new Map(tags.map((tag) => [tag.id, tag]));
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  const topicOf = ({ prompt }: PromptRow) => (prompt.topic ? topicNames.get(prompt.topic.id) : undefined);
  const tagsOf = ({ prompt }: PromptRow) => prompt.tags.flatMap(({ id }) => tagsById.get(id) ?? []);
  return [
    {
      id: 'text',
      name: 'Prompt',
      width: 16,
      grow: 3,
      cell: ({ prompt, name }) => (
        <span className="select-cell">
          {canWrite ? (
            <input
              type="checkbox"
              aria-label={`Select: ${name}`}
              checked={selected.has(prompt.id)}
              onChange={() => toggle(prompt.id)}
            />
          ) : null}
          <Link className="row-link two-lines" href={toPage(`/prompts/${prompt.id}`, location)} title={name} dir="auto">
            {name}
          </Link>
        </span>
      ),
      sortBy: ({ text }) => text,
      file: ({ text }) => text,
    },
    {
      id: 'topic',
      name: 'Topic',
      width: 6,
      grow: 1,
      cell: (row) => <span className="two-lines">{topicOf(row) ?? <span className="quiet">–</span>}</span>,
      sortBy: topicOf,
      file: topicOf,
    },
    {
      id: 'tags',
      name: 'Tags',
      width: 8,
      grow: 1.25,
      hideOrder: 3,
      cell: (row) => (
        <span className="chips">
          {tagsOf(row).length === 0 ? <span className="quiet">–</span> : null}
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
      width: 4.5,
      hideOrder: 1,
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
        description: metric.description,
        width: 5.5,
        isNumber: true,
        isSmallerBetter: metric.isSmallerBetter,
        cell: ({ metrics }) => {
          const value = metrics && metric.read(metrics);
          if (value === undefined) return <span className="quiet">–</span>;
          return <span title={formatCount(metric.count(metrics!), 'answer')}>{metric.format(value)}</span>;
        },
        sortBy: ({ metrics }) => metrics && metric.read(metrics),
        file: ({ metrics }) => metrics && metric.read(metrics),
      }),
    ),
    {
      id: 'answers',
      name: 'Answers',
      description: 'The number of answers that the row comes from.',
      width: 4.5,
      isNumber: true,
      hideOrder: 3,
      cell: ({ metrics }) => <span className="quiet">{formatWhole(metrics?.visibility_total ?? 0)}</span>,
      sortBy: ({ metrics }) => metrics?.visibility_total,
      file: ({ metrics }) => metrics?.visibility_total ?? 0,
    },
    {
      id: 'trend',
      name: 'Trend',
      description: 'Visibility over the selected dates.',
      width: 5.75,
      hideOrder: 2,
      cell: ({ prompt }) => {
        const line = trends.get(prompt.id);
        return line ? <Sparkline values={line} min={0} max={1} /> : null;
      },
    },
    {
      id: 'volume',
      name: 'Volume',
      description: 'How often people ask this prompt per month, if known.',
      width: 5,
      isNumber: true,
      hideOrder: 1,
      isFileOnly: !hasVolumes,
      cell: ({ prompt }) => (prompt.volume === 0 ? <span className="quiet">–</span> : formatWhole(prompt.volume)),
      sortBy: ({ prompt }) => prompt.volume || undefined,
      file: ({ prompt }) => prompt.volume,
    },
    ...(canWrite
      ? [
          {
            id: 'edit',
            name: 'Edit',
            width: 3,
            isHeadingHidden: true,
            cell: ({ prompt, name }: PromptRow) => (
              <PromptMenu label="⋯" name={`Edit: ${name}`} prompts={[prompt]} topics={topics} tags={tags} />
            ),
          },
        ]
      : []),
  ];
}
