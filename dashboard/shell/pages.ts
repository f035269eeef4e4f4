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
  /** Whether a share link shows it. It then asks only for what share links may read. */
  isShared?: boolean;
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

interface PageGroup {
  name: string;
  pages: readonly Page[];
}

/** The pages in the order of the navigation. */
const PAGE_GROUPS: readonly PageGroup[] = [
  {
    name: 'Reports',
    pages: [
      { path: '/', name: 'Overview', icon: 'overview', component: OverviewPage, isShared: true },
      { path: '/compare', name: 'Compare', icon: 'columns', component: ComparePage, isShared: true },
      { path: '/prompts', name: 'Prompts', icon: 'prompts', component: PromptsPage, isShared: true },
      { path: '/answers', name: 'Answers', icon: 'answers', component: AnswersPage, isShared: true },
      { path: '/sources', name: 'Sources', icon: 'sources', component: SourcesPage, isShared: true },
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

/** The pages in the navigation, all of them or those that a share link shows. */
export function listPages({ isShared }: { isShared: boolean }): PageGroup[] {
  if (!isShared) return [...PAGE_GROUPS];
  return PAGE_GROUPS.map(({ name, pages }) => ({ name, pages: pages.filter((page) => page.isShared) })).filter(
    ({ pages }) => pages.length > 0,
  );
}

export function findPage(path: string, { isShared }: { isShared: boolean }): Page | undefined {
  const first = `/${path.split('/')[1] ?? ''}`;
  const found = [...PAGE_GROUPS.flatMap(({ pages }) => pages), ...OTHER_PAGES].find((page) => page.path === first);
  return isShared && !found?.isShared ? undefined : found;
}
