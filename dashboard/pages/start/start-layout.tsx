import './start.css';
import type { ReactNode } from 'react';
import { Icon } from '../../controls/icon.tsx';
import { Link } from '../../routing/link.tsx';
import { useLocation } from '../../routing/location.ts';
import { findNeighbors, type Progress, STEPS, type StepId, toStep } from './steps.ts';

interface StartLayoutProps {
  current: StepId;
  /** What is done; undefined before there is a project, when no other step can be opened. */
  progress: Progress | undefined;
  /** The name of the project. */
  name: string;
  children: ReactNode;
}

/** The steps, and the one that is open beside them. */
export function StartLayout({ current, progress, name, children }: StartLayoutProps) {
  const location = useLocation();
  return (
    <div className="start">
      <nav className="start-steps" aria-label="Steps">
        <p className="start-project" title={name}>
          {name}
        </p>
        <ol>
          {STEPS.map(({ id, name: stepName }, index) => {
            const isDone = progress?.[id] === true;
            const content = (
              <>
                <span className={`start-mark${isDone ? ' is-done' : ''}`} aria-hidden="true">
                  {isDone ? <Icon name="check" /> : index + 1}
                </span>
                <span className="start-name">{stepName}</span>
                {isDone ? <span className="visually-hidden"> (done)</span> : null}
              </>
            );
            const isCurrent = id === current;
            return (
              <li key={id} className={isCurrent ? 'is-current' : ''}>
                {progress ? (
                  <Link href={toStep(id, location)} aria-current={isCurrent ? 'step' : undefined}>
                    {content}
                  </Link>
                ) : (
                  <span className="start-step" aria-current={isCurrent ? 'step' : undefined}>
                    {content}
                  </span>
                )}
              </li>
            );
          })}
        </ol>
      </nav>
      <div className="start-body">{children}</div>
    </div>
  );
}

/** The way on: the step's own button, then skipping it, then back. */
export function StepActions({
  step,
  isDone = false,
  children,
}: {
  step: StepId;
  /** Whether there is nothing left to skip. */
  isDone?: boolean;
  children?: ReactNode;
}) {
  const location = useLocation();
  const { previous, next } = findNeighbors(step);
  return (
    <div className="start-actions">
      {children}
      {next === null ? null : (
        <Link className={`button ${isDone && !children ? 'is-primary' : 'is-plain'}`} href={toStep(next, location)}>
          {isDone ? 'Continue' : 'Skip for now'}
        </Link>
      )}
      {previous === null ? null : (
        <Link className="button is-plain start-back" href={toStep(previous, location)}>
          <Icon name="left" /> Back
        </Link>
      )}
    </div>
  );
}
