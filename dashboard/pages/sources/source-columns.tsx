import type { SourceKind } from '../../api/classifications.ts';
import type { Brand, SourceRow } from '../../api/types.ts';
import { BrandMark } from '../../controls/brand-mark.tsx';
import { Icon } from '../../controls/icon.tsx';
import { Menu } from '../../controls/menu.tsx';
import { formatHundredths, formatPercent, formatWhole } from '../../format.ts';
import { Link } from '../../routing/link.tsx';
import { type Location, toHref } from '../../routing/location.ts';
import type { Column } from '../../table/columns.ts';
import type { Classifications } from './use-classifications.ts';

const MARKS_SHOWN = 6;

interface Surroundings {
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
}: Surroundings): Column<SourceRow>[] {
  const named = (row: SourceRow) =>
    row.mentioned_brands.flatMap(({ id }) => brands.find((brand) => brand.id === id) ?? []);
  const gap: Column<SourceRow> = {
    id: 'gap',
    name: 'Gap',
    meaning: 'How many competitors are named there where none of our own brands is.',
    width: '4.5rem',
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
          width: 'minmax(12rem, 2fr)',
          cell: ({ domain }) => (
            <Link
              className="row-link one-line"
              href={toHref('/sources', location.params, { view: 'pages', domain: domain!, sort: null })}
              title={`Pages of ${domain}`}
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
          width: 'minmax(14rem, 2.4fr)',
          cell: ({ url, title }) => <PageLink url={url!} title={title ?? ''} />,
          sortBy: ({ title, url }) => title || url,
          file: ({ url }) => url,
        },
    ...(kind === 'url'
      ? [
          {
            id: 'title',
            name: 'Title',
            width: '0',
            isUnnamed: true,
            isExtra: true,
            cell: () => null,
            file: ({ title }: SourceRow) => title,
          },
        ]
      : []),
    {
      id: 'class',
      name: 'Class',
      width: 'minmax(7rem, 0.9fr)',
      cell: (row) => <ClassCell row={row} target={row[kind]!} classifications={classifications} canWrite={canWrite} />,
      sortBy: ({ classification }) => classification,
      file: ({ classification }) => classification,
    },
    {
      id: 'share',
      name: 'Used in',
      meaning: 'The share of answers that retrieved it.',
      width: 'minmax(7rem, 1fr)',
      isNumber: true,
      cell: ({ retrieved_percentage }) => (
        <span className="bar-cell">
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
      meaning: 'Pairs of answer and page.',
      width: '6rem',
      isNumber: true,
      isExtra: true,
      cell: ({ retrieval_count }) => formatWhole(retrieval_count),
      sortBy: ({ retrieval_count }) => retrieval_count,
      file: ({ retrieval_count }) => retrieval_count,
    },
    {
      id: 'citations',
      name: 'Citations',
      width: '5.75rem',
      isNumber: true,
      cell: ({ citation_count }) => formatWhole(citation_count),
      sortBy: ({ citation_count }) => citation_count,
      file: ({ citation_count }) => citation_count,
    },
    {
      id: 'rate',
      name: 'Per retrieval',
      meaning: 'Citations for each retrieval.',
      width: '6.5rem',
      isNumber: true,
      isLuxury: true,
      cell: ({ citation_rate }) => formatHundredths(citation_rate),
      sortBy: ({ citation_rate }) => citation_rate,
      file: ({ citation_rate }) => citation_rate,
    },
    {
      id: 'brands',
      name: 'Named there',
      meaning: 'Tracked brands that the answers using it name.',
      width: isGap ? 'minmax(9rem, 1.2fr)' : '7rem',
      cell: (row) => <NamedBrands brands={named(row)} isWritten={isGap} />,
      sortBy: ({ mentioned_brands }) => mentioned_brands.length,
      file: (row) =>
        named(row)
          .map(({ name }) => name)
          .join('; '),
    },
    gap,
  ];
}

function PageLink({ url, title }: { url: string; title: string }) {
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

/** A brand's colour beside its name; where there is little room, the names are read out and shown on hover. */
function NamedBrands({ brands, isWritten }: { brands: readonly Brand[]; isWritten: boolean }) {
  if (brands.length === 0) return <span className="quiet">none</span>;
  if (isWritten) return <span className="one-line">{brands.map(({ name }) => name).join(', ')}</span>;
  return (
    <span className="marks" title={brands.map(({ name }) => name).join(', ')}>
      {brands.slice(0, MARKS_SHOWN).map(({ id, color }) => (
        <BrandMark key={id} color={color} />
      ))}
      {brands.length > MARKS_SHOWN ? <span className="quiet">+{formatWhole(brands.length - MARKS_SHOWN)}</span> : null}
      <span className="visually-hidden">{brands.map(({ name }) => name).join(', ')}</span>
    </span>
  );
}

interface ClassCellProps {
  row: SourceRow;
  target: string;
  classifications: Classifications;
  canWrite: boolean;
}

/** `PRODUCT_PAGE` as a person writes it; custom names as they are. */
function toClassName(classification: string): string {
  if (!/^[A-Z_]+$/.test(classification)) return classification;
  const words = classification.toLowerCase().replaceAll('_', ' ');
  return words === 'ugc' ? 'user-made' : words;
}

function ClassCell({ row: { classification }, target, classifications: { own, assign }, canWrite }: ClassCellProps) {
  const custom = own.find(({ name }) => name === classification);
  const chip = (
    <span className="chip" data-color={custom?.color ?? 'gray'}>
      {toClassName(classification)}
    </span>
  );
  if (!canWrite || own.length === 0) return chip;
  return (
    <Menu
      label={chip}
      name={`Class of ${target}: ${toClassName(classification)}`}
      hasCaret={false}
      className="class-menu"
    >
      {(close) => (
        <ul className="menu-items">
          {own.map(({ name, color }) => (
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
              disabled={!custom}
              onClick={() => {
                assign(target, null);
                close();
              }}
            >
              By rule
            </button>
          </li>
        </ul>
      )}
    </Menu>
  );
}
