import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { brandsQuery, channelsQuery, projectsQuery, tagsQuery, topicsQuery } from '../api/queries.ts';
import { BrandMark } from '../controls/brand-mark.tsx';
import { type Choice, ChoiceList } from '../controls/choice-list.tsx';
import { Icon } from '../controls/icon.tsx';
import { Menu } from '../controls/menu.tsx';
import { useAfterPaint } from '../controls/use-after-paint.ts';
import { formatCountry, formatDateTime, formatWhole } from '../format.ts';
import { changeParams, navigate, toHref, useLocation } from '../routing/location.ts';
import { DateMenu } from './date-menu.tsx';
import { type FilterList, PrintedSelection } from './printed-selection.tsx';
import { countChosen, toPage } from './selection.ts';
import { useFilterOptions } from './use-filter-options.ts';
import { canChangeProjects, NEW_PROJECT, useView } from './view.tsx';

/** Project, dates and filters, the same on every page. Their state is in the URL. */
export function FilterBar() {
  const { selection, isShared } = useView();
  const { project } = selection;
  const [isOpen, setOpen] = useState(false);
  const bar = useRef<HTMLElement>(null);
  useBarHeight(bar);
  // The menus are closed at first, so their options can load after what is visible.
  const enabled = useAfterPaint();
  const brands = useQuery(brandsQuery(project)).data ?? [];
  const channels = useQuery({ ...channelsQuery(project), enabled }).data ?? [];
  const topics = useQuery({ ...topicsQuery(project), enabled }).data ?? [];
  const tags = useQuery({ ...tagsQuery(project), enabled }).data ?? [];
  const options = useFilterOptions(selection, { enabled });
  const chosen = countChosen(selection);
  const lists: readonly FilterList[] = [
    {
      name: 'Brands',
      param: 'brands',
      choices: brands.map(({ id, name, color }) => ({ id, name, mark: <BrandMark color={color} /> })),
    },
    {
      name: 'Channels',
      param: 'channels',
      choices: channels.filter(({ id }) => options.channels.includes(id)).map(({ id, name }) => ({ id, name })),
    },
    {
      name: 'Countries',
      param: 'countries',
      choices: options.countries.map((code) => ({ id: code, name: formatCountry(code) })),
    },
    { name: 'Topics', param: 'topics', choices: topics },
    { name: 'Tags', param: 'tags', choices: tags },
  ];
  return (
    <>
      <PrintedSelection lists={lists} />
      <search className="filter-bar" aria-label="Filters" ref={bar}>
        {isShared ? <SharedNote /> : <ProjectMenu />}
        <DateMenu />
        <button
          type="button"
          className="button is-plain filter-toggle"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="filter" /> <span className="filter-toggle-name">Filters</span>
          {chosen > 0 ? ` (${formatWhole(chosen)})` : ''}
        </button>
        <div className={`filter-lists${isOpen ? ' is-open' : ''}`}>
          {lists.map(({ name, param, choices }) => (
            <ListMenu key={param} name={name} param={param} chosen={selection[param]} choices={choices} />
          ))}
          {chosen > 0 ? (
            <button
              type="button"
              className="button is-plain"
              onClick={() => changeParams({ brands: null, channels: null, countries: null, topics: null, tags: null })}
            >
              Clear filters
            </button>
          ) : null}
        </div>
      </search>
    </>
  );
}

function ListMenu({
  name,
  param,
  chosen,
  choices,
}: {
  name: string;
  param: string;
  chosen: string[];
  choices: readonly Choice[];
}) {
  const single = chosen.length === 1 ? choices.find(({ id }) => id === chosen[0])?.name : undefined;
  const value = single ?? (chosen.length === 0 ? 'all' : formatWhole(chosen.length));
  return (
    <Menu
      className={chosen.length > 0 ? 'is-chosen' : ''}
      name={`${name}: ${value}`}
      label={
        <>
          {name}
          {chosen.length > 0 ? <b className="filter-value">{value}</b> : null}
        </>
      }
    >
      {() => (
        <ChoiceList
          label={name}
          choices={choices}
          chosen={chosen}
          onChange={(next) => changeParams({ [param]: next.join(',') })}
        />
      )}
    </Menu>
  );
}

/** Says what a share link shows, in the place of the menu of projects. */
function SharedNote() {
  const { project, expires_at } = useView().caller;
  return (
    <p className="shared-note">
      Shared view of <b dir="auto">{project?.name}</b>
      {expires_at === undefined ? '' : `, until ${formatDateTime(expires_at)}`}, read-only
    </p>
  );
}

function ProjectMenu() {
  const { path, params } = useLocation();
  const { selection, caller, canWrite } = useView();
  const projects = useQuery(projectsQuery(caller)).data ?? [];
  const current = projects.find(({ id }) => id === selection.project);
  // IDs belong to one project, so only the dates are kept.
  const toProject = (id: string) => {
    const kept = new URLSearchParams([...params].filter(([name]) => name === 'from' || name === 'to'));
    return toHref(`/${path.split('/')[1] ?? ''}`, kept, { project: id });
  };
  return (
    <Menu className="project-menu" name={`Project: ${current?.name ?? ''}`} label={current?.name ?? 'Project'}>
      {(close) => (
        <ul className="menu-items">
          {projects.map(({ id, name }) => (
            <li key={id}>
              <button
                type="button"
                aria-current={id === selection.project}
                onClick={() => {
                  navigate(toProject(id));
                  close();
                }}
              >
                {name}
                {id === selection.project ? <Icon name="check" /> : null}
              </button>
            </li>
          ))}
          {canWrite ? (
            <li className="menu-separate">
              <button
                type="button"
                onClick={() => {
                  close();
                  navigate(toPage('/settings/share', { params }));
                }}
              >
                Share this project
              </button>
            </li>
          ) : null}
          {canChangeProjects(caller) ? (
            <li>
              <button
                type="button"
                onClick={() => {
                  close();
                  navigate(NEW_PROJECT);
                }}
              >
                <span>
                  <Icon name="plus" /> New project
                </span>
              </button>
            </li>
          ) : null}
        </ul>
      )}
    </Menu>
  );
}

/** Publishes the height of the bar to the styles of sticky elements below it. */
function useBarHeight(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      document.documentElement.style.setProperty('--bar-height', `${element.offsetHeight}px`);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [bar]);
}
