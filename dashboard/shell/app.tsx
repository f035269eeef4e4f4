import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import { hasSession, signOut } from '../api/client.ts';
import { projectsQuery } from '../api/queries.ts';
import type { Caller } from '../api/types.ts';
import { Icon } from '../controls/icon.tsx';
import { Failure, Loading } from '../controls/notices.tsx';
import { density, theme } from '../controls/preferences.ts';
import { FilterBar } from '../filters/filter-bar.tsx';
import { findMissing, toPage } from '../filters/selection.ts';
import { canChangeProjects, NEW_PROJECT, SelectionProvider } from '../filters/view.tsx';
import { chooseProject, rememberProject } from '../last-project.ts';
import { Link } from '../routing/link.tsx';
import { changeParams, useLocation } from '../routing/location.ts';
import { leaveSharedView } from '../share-token.ts';
import { ChooseProject } from './choose-project.tsx';
import { Content } from './content.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { findPage, listPages, NewProjectPage } from './pages.ts';
import { PrintFoot } from './print-foot.tsx';
import { RunProgress } from './run-progress.tsx';
import { Wordmark } from './wordmark.tsx';

/** The navigation and the filter bar around the pages. */
export function App({ caller, isSignedOut }: { caller: Caller; isSignedOut: boolean }) {
  const { path, params } = useLocation();
  const client = useQueryClient();
  const projects = useQuery(projectsQuery(caller));
  const known = projects.data ?? [];
  const requested = params.get('project');
  const isNew = path === NEW_PROJECT;
  const project = isNew ? undefined : findProject(known, requested);
  const isFirst = projects.data?.length === 0;
  const isShared = caller.kind === 'link';
  const page = findPage(path, { isShared });
  useCompleteUrl(project);
  useEffect(() => {
    // A project that somebody shared is not one of the reader's own.
    if (project !== undefined && !isShared) rememberProject(project);
  }, [project, isShared]);
  useFocusAfterNavigation(path);
  useEffect(() => {
    document.title = page ? `${page.name} · Overheard` : 'Overheard';
  }, [page]);

  return (
    <div className="app" inert={isSignedOut}>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header className="side">
        <Link href={toPage('/', { params })} className="side-home" aria-label="Overheard: overview">
          <Wordmark />
        </Link>
        <nav className="side-nav" aria-label="Pages">
          {(isFirst ? [] : listPages({ isShared })).map((group) => (
            <div key={group.name} className="side-group">
              <p className="side-title">{group.name}</p>
              <ul>
                {group.pages.map(({ path: target, name, icon }) => (
                  <li key={target}>
                    <Link href={toPage(target, { params })} aria-current={page?.path === target ? 'page' : undefined}>
                      <Icon name={icon} /> <span>{name}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <div className="side-foot">
          <ThemeButton />
          <DensityButton />
          {isShared ? (
            <LeaveSharedView />
          ) : (
            <>
              <a href="/docs" className="button is-plain" target="_blank" rel="noreferrer">
                Docs
              </a>
              <button
                type="button"
                className="button is-plain"
                onClick={() => void signOut().then(() => client.clear())}
                aria-label="Sign out"
              >
                <Icon name="out" />
              </button>
            </>
          )}
        </div>
      </header>
      <div className="main-column">
        {projects.error ? <Failure error={projects.error} onRetry={() => void projects.refetch()} /> : null}
        {projects.isPending ? <Loading /> : null}
        {projects.data && project === undefined ? (
          <Content>
            <ErrorBoundary>
              <Suspense fallback={<Loading />}>
                {canChangeProjects(caller) && (isNew || isFirst) ? (
                  <NewProjectPage isFirst={isFirst} />
                ) : (
                  <ChooseProject projects={known} canCreate={canChangeProjects(caller)} />
                )}
              </Suspense>
            </ErrorBoundary>
          </Content>
        ) : null}
        {project === undefined ? null : (
          <SelectionProvider caller={caller} project={project}>
            {page?.isUnfiltered ? null : <FilterBar />}
            {isShared ? null : <RunProgress />}
            <Content>
              <ErrorBoundary key={`${project} ${page?.path}`}>
                <Suspense fallback={<Loading />}>
                  {page ? <page.component key={project} id={path.split('/')[2]} /> : <NotFound />}
                </Suspense>
              </ErrorBoundary>
              <PrintFoot />
            </Content>
          </SelectionProvider>
        )}
      </div>
    </div>
  );
}

/** The project that the URL names; without one, the one that was open last. */
function findProject(known: readonly { id: string }[], requested: string | null): string | undefined {
  return requested === null ? chooseProject(known) : known.find(({ id }) => id === requested)?.id;
}

/** Writes the defaults into the URL, so that a copied link still shows the same project and dates tomorrow. */
function useCompleteUrl(project: string | undefined): void {
  const { params } = useLocation();
  useEffect(() => {
    const missing = project === undefined ? null : findMissing(params, project);
    if (missing) changeParams(missing, { replace: true });
  }, [project, params]);
}

/** Moves the focus to the new page, so that keyboards and screen readers continue there. */
function useFocusAfterNavigation(path: string): void {
  const before = useRef(path);
  useEffect(() => {
    // On a phone the navigation is a row that can be longer than the screen.
    document.querySelector('.side-nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (before.current === path) return;
    before.current = path;
    // Some pages have moved the focus to their heading already.
    if (!document.activeElement?.matches('#content h1')) {
      document.getElementById('content')?.focus({ preventScroll: true });
    }
  }, [path]);
}

const NEXT_THEME = { system: 'light', light: 'dark', dark: 'system' } as const;
const THEME_ICONS = { system: 'system', light: 'sun', dark: 'moon' } as const;

function ThemeButton() {
  const current = theme.useValue();
  return (
    <button
      type="button"
      className="button is-plain"
      aria-label={`Theme: ${current}. Switch to ${NEXT_THEME[current]}.`}
      title={`Theme: ${current}`}
      onClick={() => theme.set(NEXT_THEME[current])}
    >
      <Icon name={THEME_ICONS[current]} />
    </button>
  );
}

function DensityButton() {
  const isCompact = density.useValue() === 'compact';
  return (
    <button
      type="button"
      className="button is-plain"
      aria-label="Compact rows"
      aria-pressed={isCompact}
      title={isCompact ? 'Rows: compact' : 'Rows: comfortable'}
      onClick={() => density.set(isCompact ? 'comfortable' : 'compact')}
    >
      <Icon name={isCompact ? 'dense' : 'rows'} />
    </button>
  );
}

/** For those who have a dashboard of their own to return to. */
function LeaveSharedView() {
  if (!hasSession()) return null;
  return (
    <button type="button" className="button is-plain" onClick={leaveSharedView}>
      Leave shared view
    </button>
  );
}

function NotFound() {
  return (
    <div className="page">
      <h1>Page not found</h1>
      <p>Choose a page from the menu.</p>
    </div>
  );
}
