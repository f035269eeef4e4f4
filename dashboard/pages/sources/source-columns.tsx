import type { SourceKind } from '../../api/classifications.ts';
import type { Brand, SourceRow } from '../../api/types.ts';
import { BrandMark } from '../../controls/brand-mark.tsx';
import { Icon } from '../../controls/icon.tsx';
import { Menu } from '../../controls/menu.tsx';
import { formatCount, formatHundredths, formatPercent, formatWhole } from '../../format.ts';
import { Link } from '../../routing/link.tsx';
import { type Location, toHref } from '../../routing/location.ts';
import type { Column } from '../../table/columns.ts';
import type { Classifications } from './use-classifications.ts';

/** Domains in shades of who speaks there, pages by what they are. Custom classes have colors of their own. */
const CLASS_COLORS: Record<string, string> = {
  OWN: 'emerald',
  COMPETITOR: 'rose',
  EDITORIAL: 'sky',
  UGC: 'amber',
  REFERENCE: 'violet',
  INSTITUTIONAL: 'indigo',
  CORPORATE: 'teal',
  LISTICLE: 'fuchsia',
  COMPARISON: 'orange',
  ALTERNATIVE: 'red',
  DISCUSSION: 'amber',
  HOW_TO_GUIDE: 'cyan',
  ARTICLE: 'sky',
  PRODUCT_PAGE: 'emerald',
  CATEGORY_PAGE: 'lime',
  PROFILE: 'violet',
  HOMEPAGE: 'teal',
};

interface ColumnContext {
  kind: SourceKind;
  brands: readonly Brand[];
  location: Location;
  isGap: boolean;
  classifications: Classifications;
  canWrite: boolean;
}

export function toSourceColumns({
  kind,
  brands,
  location,
  isGap,
  classifications,
  canWrite,
}: ColumnContext): Column<SourceRow>[] {
  const toBrands = (row: SourceRow) =>
    row.mentioned_brands.flatMap(({ id }) => brands.find((brand) => brand.id === id) ?? []);
  // Your own brands first: where they are missing matters most.
  const ranked = [...brands].sort((one, other) => Number(other.is_own) - Number(one.is_own));
  const toMissing = (row: SourceRow) =>
    ranked.filter((brand) => !row.mentioned_brands.some(({ id }) => id === brand.id));
  const toNames = (some: readonly Brand[]) => some.map(({ name }) => name).join('; ');
  const gap: Column<SourceRow> = {
    id: 'gap',
    name: 'Gap',
    description: 'Competitors mentioned in answers that use this source, if none of your own brands is mentioned.',
    width: 4.5,
    isNumber: true,
    cell: ({ gap: value }) => (value === 0 ? <span className="quiet">–</span> : formatWhole(value)),
    sortBy: ({ gap: value }) => value,
    file: ({ gap: value }) => value,
  };
  return [
    kind === 'domain'
      ? {
          id: 'domain',
          name: 'Domain',
          width: 9,
          grow: 2,
          cell: ({ domain }) => (
            <Link
              className="row-link one-line"
              href={toHref('/sources', location.params, { view: 'pages', domain: domain!, sort: null })}
              title={`Pages on ${domain}`}
            >
              {domain}
            </Link>
          ),
          sortBy: ({ domain }) => domain,
          file: ({ domain }) => domain,
        }
      : {
          id: 'url',
          name: 'Page',
          width: 13,
          grow: 2.4,
          cell: ({ url, title }) => <PageLink url={url!} title={title ?? ''} />,
          sortBy: ({ title, url }) => title || url,
          file: ({ url }) => url,
        },
    ...(kind === 'url'
      ? [
          {
            id: 'title',
            name: 'Title',
            width: 0,
            isFileOnly: true,
            cell: () => null,
            file: ({ title }: SourceRow) => title,
          },
        ]
      : []),
    {
      id: 'class',
      name: 'Class',
      width: 8,
      grow: 0.9,
      cell: (row) => <ClassCell row={row} target={row[kind]!} classifications={classifications} canWrite={canWrite} />,
      sortBy: ({ classification }) => classification,
      file: ({ classification }) => classification,
    },
    {
      id: 'share',
      name: '% of answers',
      description: 'Share of answers that retrieved this source.',
      width: 7,
      grow: 1,
      isNumber: true,
      cell: ({ retrieved_percentage, retrieved_chat_count, total_chat_count }) => (
        <span
          className="bar-cell"
          title={`${formatWhole(retrieved_chat_count)} of ${formatCount(total_chat_count, 'answer')}`}
        >
          <span className="bar" aria-hidden="true">
            <span style={{ width: `${retrieved_percentage * 100}%` }} />
          </span>
          {formatPercent(retrieved_percentage)}
        </span>
      ),
      sortBy: ({ retrieved_percentage }) => retrieved_percentage,
      file: ({ retrieved_percentage }) => retrieved_percentage,
    },
    {
      id: 'retrievals',
      name: 'Retrievals',
      description: 'Retrieved pages, each counted once per answer.',
      width: 6,
      isNumber: true,
      hideOrder: 2,
      cell: ({ retrieval_count }) => formatWhole(retrieval_count),
      sortBy: ({ retrieval_count }) => retrieval_count,
      file: ({ retrieval_count }) => retrieval_count,
    },
    {
      id: 'citations',
      name: 'Citations',
      width: 5.75,
      isNumber: true,
      cell: ({ citation_count }) => formatWhole(citation_count),
      sortBy: ({ citation_count }) => citation_count,
      file: ({ citation_count }) => citation_count,
    },
    {
      id: 'rate',
      name: 'Citation rate',
      description: 'Citations per retrieval.',
      width: 6.5,
      isNumber: true,
      hideOrder: 1,
      cell: ({ citation_rate }) => formatHundredths(citation_rate),
      sortBy: ({ citation_rate }) => citation_rate,
      file: ({ citation_rate }) => citation_rate,
    },
    {
      id: 'brands',
      name: 'Brands',
      description: 'Tracked brands mentioned in answers that use this source.',
      ...(isGap ? { width: 10, grow: 2 } : { width: 0, isFileOnly: true }),
      cell: (row) => <BrandNames brands={toBrands(row)} />,
      sortBy: ({ mentioned_brands }) => mentioned_brands.length,
      file: (row) => toNames(toBrands(row)),
    },
    {
      id: 'missing',
      name: 'Missing',
      description: 'Tracked brands that no answer with this source mentions, your own first.',
      ...(isGap ? { width: 0, isFileOnly: true } : { width: 9, grow: 0.8, hideOrder: 3 }),
      cell: (row) => <MissingBrands brands={toMissing(row)} />,
      sortBy: (row) => toMissing(row).length,
      file: (row) => toNames(toMissing(row)),
    },
    gap,
  ];
}

export function PageLink({ url, title }: { url: string; title: string }) {
  const label = (
    <>
      <span className="one-line">{title || url}</span>
      {title ? <span className="one-line quiet page-address">{url.replace(/^https?:\/\//, '')}</span> : null}
    </>
  );
  if (!/^https?:\/\//i.test(url)) return <span className="page-cell">{label}</span>;
  return (
    <a className="row-link page-cell" href={url} target="_blank" rel="noopener noreferrer nofollow" title={url}>
      {label}
    </a>
  );
}

function BrandNames({ brands }: { brands: readonly Brand[] }) {
  if (brands.length === 0) return <span className="quiet">none</span>;
  const names = brands.map(({ name }) => name).join(', ');
  return (
    <span className="brand-names" title={names}>
      {names}
    </span>
  );
}

/** The first of them by name, and how many others. */
function MissingBrands({ brands: [first, ...others] }: { brands: readonly Brand[] }) {
  if (!first) return <span className="quiet">none</span>;
  return (
    <span className="brand-name" title={[first, ...others].map(({ name }) => name).join(', ')}>
      <BrandMark color={first.color} />
      <span className="one-line">{first.name}</span>
      {others.length > 0 ? <span className="quiet">+{formatWhole(others.length)}</span> : null}
    </span>
  );
}

interface ClassCellProps {
  row: SourceRow;
  target: string;
  classifications: Classifications;
  canWrite: boolean;
}

/** Writes `PRODUCT_PAGE` as `product page`. Names of custom classes stay as they are. */
function toClassName(classification: string): string {
  if (!/^[A-Z_]+$/.test(classification)) return classification;
  const words = classification.toLowerCase().replaceAll('_', ' ');
  return words === 'ugc' ? 'user-generated' : words;
}

function ClassCell({ row: { classification }, target, classifications: { custom, assign }, canWrite }: ClassCellProps) {
  const current = custom.find(({ name }) => name === classification);
  const chip = (
    <span className="chip" data-color={current?.color ?? CLASS_COLORS[classification] ?? 'gray'}>
      {toClassName(classification)}
    </span>
  );
  if (!canWrite || custom.length === 0) return chip;
  return (
    <Menu
      label={chip}
      name={`Class of ${target}: ${toClassName(classification)}`}
      hasCaret={false}
      className="class-menu"
    >
      {(close) => (
        <ul className="menu-items">
          {custom.map(({ name, color }) => (
            <li key={name}>
              <button
                type="button"
                aria-current={name === classification}
                onClick={() => {
                  assign(target, name);
                  close();
                }}
              >
                <span className="brand-name">
                  <BrandMark color={color} />
                  <span>{name}</span>
                </span>
                {name === classification ? <Icon name="check" /> : null}
              </button>
            </li>
          ))}
          <li>
            <button
              type="button"
              disabled={!current}
              onClick={() => {
                assign(target, null);
                close();
              }}
            >
              Automatic
            </button>
          </li>
        </ul>
      )}
    </Menu>
  );
}
