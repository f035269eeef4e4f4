import type { Brand, Channel, Prompt } from '../../api/types.ts';
import { toPage } from '../../filters/selection.ts';
import type { ParamChanges } from '../../routing/href.ts';

export interface Step {
  id: StepId;
  /** In the list of steps. */
  name: string;
  /** The heading of its page. */
  title: string;
}

export type StepId = 'you' | 'brand' | 'competitors' | 'prompts' | 'answers' | 'run';

/** The way from nothing to numbers. Every step can be skipped, and returned to. */
export const STEPS: readonly Step[] = [
  { id: 'you', name: 'You', title: 'You and your market' },
  { id: 'brand', name: 'Your brand', title: 'Your brand' },
  { id: 'competitors', name: 'Competitors', title: 'Competitors' },
  { id: 'prompts', name: 'Prompts', title: 'Topics and prompts' },
  { id: 'answers', name: 'Answers', title: 'Where answers come from' },
  { id: 'run', name: 'First run', title: 'First run' },
];

/** What is done. It follows from what the project has, so it is the same on every device. */
export type Progress = Record<StepId, boolean>;

export interface ProjectParts {
  brands: readonly Pick<Brand, 'is_own'>[];
  prompts: readonly Pick<Prompt, 'id'>[];
  channels: readonly Pick<Channel, 'ask' | 'is_active'>[];
  hasAnswers: boolean;
}

export function toProgress({ brands, prompts, channels, hasAnswers }: ProjectParts): Progress {
  return {
    you: true,
    brand: brands.some(({ is_own }) => is_own),
    competitors: brands.some(({ is_own }) => !is_own),
    // Answers that were sent in bring their prompts along, and come from somewhere.
    prompts: hasAnswers || prompts.length > 0,
    answers: hasAnswers || channels.some(({ ask, is_active }) => ask !== null && is_active),
    run: hasAnswers,
  };
}

/** The first step that is not done; null if all are. */
export function findOpenStep(progress: Progress): StepId | null {
  return STEPS.find(({ id }) => !progress[id])?.id ?? null;
}

/** The steps before and after one; null at the ends. */
export function findNeighbors(id: StepId): { previous: StepId | null; next: StepId | null } {
  const index = STEPS.findIndex((step) => step.id === id);
  return { previous: STEPS[index - 1]?.id ?? null, next: STEPS[index + 1]?.id ?? null };
}

/** What a step knows that the project has no place for. */
const START_PARAMS = ['site', 'language'];

/** The URL of a step, or of the first one that is not done. */
export function toStep(
  step: StepId | null,
  { params }: { params: URLSearchParams },
  changes: ParamChanges = {},
): string {
  const kept = Object.fromEntries(START_PARAMS.map((name) => [name, params.get(name)]));
  return toPage(step === null ? '/start' : `/start/${step}`, { params }, { ...kept, ...changes });
}
