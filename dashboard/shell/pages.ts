import type { ComponentType } from 'react';
import type { IconName } from '../controls/icon.tsx';
import { OverviewPage } from '../pages/overview/overview-page.tsx';

export interface Page {
  /** The first part of the path. */
  path: string;
  name: string;
  icon: IconName;
  /** Whether the bar of filters says something about it. */
  isFiltered: boolean;
  component: ComponentType<{ id: string | undefined }>;
}

/** The pages in the order of the navigation, in groups; a group for collecting answers goes between the two. */
export const PAGE_GROUPS: readonly { name: string; pages: readonly Page[] }[] = [
  {
    name: 'Measure',
    pages: [{ path: '/', name: 'Overview', icon: 'overview', isFiltered: true, component: OverviewPage }],
  },
];

export function findPage(path: string): Page | undefined {
  const first = `/${path.split('/')[1] ?? ''}`;
  return PAGE_GROUPS.flatMap(({ pages }) => pages).find((page) => page.path === first);
}
