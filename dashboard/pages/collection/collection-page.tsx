import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { scheduleQuery } from '../../api/queries.ts';
import { toPage } from '../../filters/selection.ts';
import { useView } from '../../filters/view.tsx';
import { Link } from '../../routing/link.tsx';
import { useLocation } from '../../routing/location.ts';
import { ChannelPage } from './channel-page.tsx';
import { Channels } from './channels.tsx';
import { describeMoment, toZoneNote } from './moments.ts';
import { RunPage } from './run-page.tsx';
import { Runs } from './runs.tsx';
import { ScheduleSettings } from './schedule-settings.tsx';

interface Tab {
  id: string;
  name: string;
  component: ComponentType;
  /** Shows one entry of the tab. */
  detail?: ComponentType<{ id: string }>;
}

const TABS: readonly Tab[] = [
  { id: 'channels', name: 'Channels', component: Channels, detail: ChannelPage },
  { id: 'schedule', name: 'Schedule', component: ScheduleSettings },
  { id: 'runs', name: 'Runs', component: Runs, detail: RunPage },
];

/** Which models are asked, when, and what came of it. */
export function CollectionPage({ id }: { id: string | undefined }) {
  const { canWrite } = useView();
  const location = useLocation();
  const current = TABS.find((tab) => tab.id === id) ?? TABS[0]!;
  const entry = location.path.split('/')[3];
  if (entry && current.detail) return <current.detail key={entry} id={decodeURIComponent(entry)} />;
  return (
    <div className="page">
      <header className="page-head">
        <h1>Collection</h1>
        <p className="quiet">
          <NextRun />
          {canWrite ? '' : ' This key is read-only.'}
        </p>
      </header>
      <nav className="tabs" aria-label="Collection">
        {TABS.map((tab) => (
          <Link
            key={tab.id}
            href={toPage(`/collection/${tab.id}`, location)}
            aria-current={tab === current ? 'page' : undefined}
          >
            {tab.name}
          </Link>
        ))}
      </nav>
      <current.component key={current.id} />
    </div>
  );
}

function NextRun() {
  const { selection } = useView();
  const location = useLocation();
  const schedule = useQuery(scheduleQuery(selection.project)).data;
  if (!schedule) return null;
  const { next_run_at, time_zone: timeZone } = schedule;
  if (next_run_at === null) {
    return (
      <>
        The schedule is off. <Link href={toPage('/collection/schedule', location)}>Set a schedule</Link> or{' '}
        <Link href={toPage('/collection/runs', location)}>start a run</Link>.
      </>
    );
  }
  return `Next run ${describeMoment(new Date(next_run_at), { now: new Date(), timeZone })}${toZoneNote(timeZone)}.`;
}
