/** SVG paths on a grid of 20 by 20. */
const PATHS = {
  overview: 'M3 16V9.5M8 16V4M13 16v-8M18 16V6.5',
  prompts: 'M3.5 5.5h13M3.5 10h13M3.5 14.5h8',
  answers:
    'M4 4h12a1.5 1.5 0 0 1 1.5 1.5v7A1.5 1.5 0 0 1 16 14H9l-4 3.2V14H4a1.5 1.5 0 0 1-1.5-1.5v-7A1.5 1.5 0 0 1 4 4Z',
  sources:
    'M8.5 11.5a3.2 3.2 0 0 0 4.6.2l2.9-2.9a3.2 3.2 0 0 0-4.5-4.5l-1 1M11.5 8.5a3.2 3.2 0 0 0-4.6-.2L4 11.2a3.2 3.2 0 0 0 4.5 4.5l1-1',
  brands:
    'M3 9.2V4a1 1 0 0 1 1-1h5.2a1 1 0 0 1 .7.3l7 7a1 1 0 0 1 0 1.4l-5.2 5.2a1 1 0 0 1-1.4 0l-7-7a1 1 0 0 1-.3-.7ZM6.6 6.6h.01',
  collection: 'M4.2 11.5a6 6 0 1 0 1.6-5.7L3.5 8M3.5 3.8V8h4.2M10 7v3.4l2.3 1.4',
  settings: 'M3 6h8M15 6h2M3 14h2M9 14h8M13 4v4M7 12v4',
  down: 'm5.5 8 4.5 4.5L14.5 8',
  right: 'm8 5.5 4.5 4.5L8 14.5',
  left: 'M12 5.5 7.5 10l4.5 4.5',
  close: 'm5 5 10 10M15 5 5 15',
  search: 'M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12ZM13.5 13.5 17 17',
  download: 'M10 3v9m0 0 3.5-3.5M10 12 6.5 8.5M3.5 16.5h13',
  import: 'M10 12V3m0 0L6.5 6.5M10 3l3.5 3.5M3.5 12.5v3a1 1 0 0 0 1 1h11a1 1 0 0 0 1-1v-3',
  plus: 'M10 4v12M4 10h12',
  filter: 'M3 5h14M6 10h8M8.5 15h3',
  calendar: 'M4 5h12a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1ZM3 9h14M7 3v4M13 3v4',
  sun: 'M10 13.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM10 1.8v1.4M10 16.8v1.4M1.8 10h1.4M16.8 10h1.4M4.2 4.2l1 1M14.8 14.8l1 1M4.2 15.8l1-1M14.8 5.2l1-1',
  moon: 'M16.5 11.8A7 7 0 1 1 8.2 3.5a5.6 5.6 0 0 0 8.3 8.3Z',
  system: 'M3 4h14v9.5H3ZM7.5 17h5M10 13.5V17',
  out: 'M8 3H4.5A1.5 1.5 0 0 0 3 4.5v11A1.5 1.5 0 0 0 4.5 17H8M12.5 13.5 16 10l-3.5-3.5M16 10H8',
  columns: 'M3 4h5.5v12H3ZM11.5 4H17v12h-5.5Z',
  rows: 'M3 5h14M3 10h14M3 15h14',
  dense: 'M3 4h14M3 7h14M3 10h14M3 13h14M3 16h14',
  check: 'm4.5 10.5 3.7 3.7 7.3-8',
  archive: 'M3 4h14v3.5H3ZM4.5 7.5v8.5h11V7.5M8 11h4',
  external: 'M8 4H4.5A.5.5 0 0 0 4 4.5v11a.5.5 0 0 0 .5.5h11a.5.5 0 0 0 .5-.5V12M11 4h5v5M16 4l-7 7',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
