import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { projectsQuery } from '../../api/queries.ts';
import { FocusHeading } from '../../controls/focus-heading.tsx';
import { Failure, Loading } from '../../controls/notices.tsx';
import { useView } from '../../filters/view.tsx';
import { loadCode } from '../../load-code.ts';
import { navigate, useLocation } from '../../routing/location.ts';
import { AnswersStep } from './answers-step.tsx';
import { BrandStep } from './brand-step.tsx';
import { CompetitorsStep } from './competitors-step.tsx';
import { PromptsStep } from './prompts-step.tsx';
import { RunStep } from './run-step.tsx';
import { StartLayout } from './start-layout.tsx';
import { findOpenStep, STEPS, type StepId, toStep } from './steps.ts';
import { useProgress } from './use-progress.ts';
import { YouStep } from './you-step.tsx';

/** The editor of a channel shows answers, and what that takes is more than all steps together. */
const ChannelPage = lazy(async () => ({
  default: await loadCode(async () => (await import('../collection/channel-page.tsx')).ChannelPage),
}));

const CONTENTS: Record<StepId, { component: ComponentType; lead: string }> = {
  you: { component: YouStep, lead: 'What you sell and where. Overheard suggests prompts based on it.' },
  brand: {
    component: BrandStep,
    lead: 'All numbers are about this brand: how often, how early and how well it is named.',
  },
  competitors: { component: CompetitorsStep, lead: 'The brands that your customers could choose instead.' },
  prompts: {
    component: PromptsStep,
    lead: 'What your customers ask AI assistants. Ten to thirty prompts are a good start.',
  },
  answers: { component: AnswersStep, lead: 'Choose one to begin with. You can add others at any time.' },
  run: { component: RunStep, lead: 'A run asks every prompt on every channel that is on.' },
};

/** The guided start of a project: one page for each step. Without a step, it opens the first one that is not done. */
export function StartPage({ id }: { id: string | undefined }) {
  const { selection, caller, canWrite } = useView();
  const location = useLocation();
  const { progress, error, retry } = useProgress(selection.project);
  const name = useQuery(projectsQuery(caller)).data?.find((project) => project.id === selection.project)?.name ?? '';
  const step = STEPS.find((candidate) => candidate.id === id);
  const missing = step === undefined && progress ? toStep(findOpenStep(progress) ?? 'run', location) : null;
  useEffect(() => {
    if (missing !== null) navigate(missing, { replace: true });
  }, [missing]);
  if (error) return <Failure error={error} onRetry={retry} />;
  if (!step || !progress) return <Loading />;
  const { component: Content, lead } = CONTENTS[step.id];
  const channel = step.id === 'answers' ? location.params.get('channel') : null;
  return (
    <StartLayout current={step.id} progress={progress} name={name}>
      {channel === null ? (
        <>
          <header className="start-head">
            <FocusHeading key={step.id}>{step.title}</FocusHeading>
            <p className="quiet">
              {canWrite ? lead : 'This key is read-only. Use a key with write access to make changes.'}
            </p>
          </header>
          <Content key={`${selection.project} ${step.id}`} />
        </>
      ) : (
        <Suspense fallback={<Loading />}>
          <ChannelPage id={channel} home={{ name: step.title, href: toStep('answers', location) }} />
        </Suspense>
      )}
    </StartLayout>
  );
}
