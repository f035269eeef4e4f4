import { useQuery } from '@tanstack/react-query';
import { channelsQuery, scheduleQuery } from '../../api/queries.ts';
import { toPage } from '../../filters/selection.ts';
import { useSelection } from '../../filters/view.tsx';
import { Link } from '../../routing/link.tsx';
import { useLocation } from '../../routing/location.ts';
import { describeFirstAsk } from './first-ask.ts';

/** Says when prompts that are added now will be asked, and leads to what keeps them from it. */
export function FirstAsk({ subject }: { subject: string }) {
  const { project } = useSelection();
  const location = useLocation();
  const channels = useQuery(channelsQuery(project)).data;
  const schedule = useQuery(scheduleQuery(project)).data;
  // The line keeps its place while it loads.
  if (!channels || !schedule) return <p className="first-ask">&nbsp;</p>;
  const { text, remedy } = describeFirstAsk({ channels, schedule, now: new Date() });
  return (
    <p className="first-ask">
      <b>{subject}</b> {text} {remedy ? <Link href={toPage(remedy.path, location)}>{remedy.name}</Link> : null}
    </p>
  );
}
