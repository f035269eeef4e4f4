import { type ComponentType, lazy } from 'react';
import type { IconName } from '../controls/icon.tsx';
import { loadCode } from '../load-code.ts';
import { OverviewPage } from '../pages/overview/overview-page.tsx';

export interface Page {
  /** The first segment of the URL's path. */
  path: string;
  name: string;
  icon: IconName;
  component: ComponentType<{ id: string | undefined }>;
  /** Whether dates and filters have no effect on it. */
  isUnfiltered?: boolean;
}

/** Every page but the first is loaded when it is opened. */
function lazyPage(load: () => Promise<Page['component']>): Page['component'] {
  return lazy(async () => ({ default: await loadCode(load) }));
}

const ComparePage = lazyPage(async () => (await import('../pages/compare/compare-page.tsx')).ComparePage);
const PromptsPage = lazyPage(async () => (await import('../pages/prompts/prompts-page.tsx')).PromptsPage);
const AnswersPage = lazyPage(async () => (await import('../pages/answers/answers-page.tsx')).AnswersPage);
const SourcesPage = lazyPage(async () => (await import('../pages/sources/sources-page.tsx')).SourcesPage);
const BrandsPage = lazyPage(async () => (await import('../pages/brands/brands-page.tsx')).BrandsPage);
const CollectionPage = lazyPage(async () => (await import('../pages/collection/collection-page.tsx')).CollectionPage);
const ImportPage = lazyPage(async () => (await import('../pages/import/import-page.tsx')).ImportPage);
const StartPage = lazyPage(async () => (await import('../pages/start/guided-start.ts')).StartPage);
const SettingsPage = lazyPage(async () => (await import('../pages/settings/settings-page.tsx')).SettingsPage);

/** The pages in the order of the navigation. */
export const PAGE_GROUPS: readonly { name: string; pages: readonly Page[] }[] = [
  {
    name: 'Reports',
    pages: [
      { path: '/', name: 'Overview', icon: 'overview', component: OverviewPage },
      { path: '/compare', name: 'Compare', icon: 'columns', component: ComparePage },
      { path: '/prompts', name: 'Prompts', icon: 'prompts', component: PromptsPage },
      { path: '/answers', name: 'Answers', icon: 'answers', component: AnswersPage },
      { path: '/sources', name: 'Sources', icon: 'sources', component: SourcesPage },
    ],
  },
  {
    name: 'Setup',
    pages: [
      { path: '/brands', name: 'Brands', icon: 'brands', component: BrandsPage },
      { path: '/collection', name: 'Collection', icon: 'collection', component: CollectionPage },
      { path: '/import', name: 'Import', icon: 'import', component: ImportPage },
      { path: '/settings', name: 'Settings', icon: 'settings', component: SettingsPage },
    ],
  },
];

/** Shown instead of a page, where there is no project to show. */
export const NewProjectPage = lazy(async () => ({
  default: await loadCode(async () => (await import('../pages/start/guided-start.ts')).NewProjectPage),
}));

/** Pages that are not in the navigation. */
const OTHER_PAGES: readonly Page[] = [
  { path: '/start', name: 'Setup', icon: 'check', component: StartPage, isUnfiltered: true },
];

export function findPage(path: string): Page | undefined {
  const first = `/${path.split('/')[1] ?? ''}`;
  return [...PAGE_GROUPS.flatMap(({ pages }) => pages), ...OTHER_PAGES].find((page) => page.path === first);
}
