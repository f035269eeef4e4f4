import './checklist.css';
import { Icon } from '../../controls/icon.tsx';
import { useSelection } from '../../filters/view.tsx';
import { formatWhole } from '../../format.ts';
import { Link } from '../../routing/link.tsx';
import { useLocation } from '../../routing/location.ts';
import { dismissChecklist } from './dismissal.ts';
import { findOpenStep, type StepId, toStep } from './steps.ts';
import { useProgress } from './use-progress.ts';

const ITEMS: readonly { step: StepId; name: string; hint: string }[] = [
  { step: 'brand', name: 'Own brand', hint: 'The brand that the numbers are about.' },
  { step: 'competitors', name: 'Competitors', hint: 'The brands to compare with.' },
  { step: 'prompts', name: 'Prompts', hint: 'What your customers ask AI assistants.' },
  { step: 'answers', name: 'Where answers come from', hint: 'A channel with your key, a file, or the demo assistant.' },
  { step: 'run', name: 'First answers', hint: 'Ask every prompt once.' },
];

/** What is missing until the overview has its numbers. It stays until everything is there or somebody dismisses it. */
export function Checklist() {
  const { project } = useSelection();
  const location = useLocation();
  const { progress } = useProgress(project);
  if (!progress) return null;
  const open = findOpenStep(progress);
  if (open === null) return null;
  const done = ITEMS.filter(({ step }) => progress[step]).length;
  return (
    <section className="checklist" aria-label="Set up the project">
      <header className="checklist-head">
        <h2>Set up the project</h2>
        <p className="quiet">
          {formatWhole(done)} of {formatWhole(ITEMS.length)} done
        </p>
        <button
          type="button"
          className="button is-plain"
          aria-label="Dismiss the list"
          onClick={() => dismissChecklist(project)}
        >
          <Icon name="close" />
        </button>
      </header>
      <ol>
        {ITEMS.map(({ step, name, hint }) => (
          <li key={step} className={progress[step] ? 'is-done' : ''}>
            <Link href={toStep(step, location)} aria-current={step === open ? 'step' : undefined}>
              <span className="checklist-mark" aria-hidden="true">
                {progress[step] ? <Icon name="check" /> : null}
              </span>
              <span>
                <b>{name}</b>
                <span className="visually-hidden">{progress[step] ? ' (done)' : ' (to do)'}</span> <small>{hint}</small>
              </span>
            </Link>
          </li>
        ))}
      </ol>
      <Link className="button is-primary" href={toStep(open, location)}>
        Continue setup
      </Link>
    </section>
  );
}
