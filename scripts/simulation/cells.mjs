// The cells of the simulation: which projects are simulated, and the bars that each has to reach.

const MEANS = [0.02, 0.1, 0.3, 0.5, 0.8, 0.98];
const SHAPES = ['beta', 'logit-normal', 'zero-inflated'];
const CORRELATIONS = [0, 0.2, 0.5, 0.8];

/** Coverage bars for nominal 95 % intervals. */
export const CLASSES = [
  { name: 'population, 20 prompts or more, k ≥ 5, balanced', low: 0.93, high: 0.97 },
  { name: 'population, 20 prompts or more, k ≥ 5, unbalanced days', low: 0.91 },
  { name: 'population, 20 prompts or more, k < 5', low: 0.87 },
  { name: 'population, under 20 prompts', low: 0.9 },
  { name: 'panel, two answers or more in each stratum, k ≥ 5', low: 0.925, high: 0.985 },
  { name: 'panel, all other cells', low: 0.925 },
];

/** The class of a cell under each design. */
export function toClasses({ prompts, days, isBalanced, truth }) {
  const k = prompts * Math.min(truth, 1 - truth);
  const population = prompts < 20 ? 3 : k < 5 ? 2 : isBalanced ? 0 : 1;
  return { population, panel: isBalanced && days > 1 && k >= 5 ? 4 : 5 };
}

/** Work for one thread at a time. */
export function listTasks({ repetitions, isShort }) {
  const pick = (list, few) => (isShort ? few : list);
  const tasks = [];
  for (const mean of pick(MEANS, [0.1, 0.5])) {
    for (const correlation of pick(CORRELATIONS, [0.2, 0.8])) {
      // Without correlation all distributions are the same one.
      const shapes =
        correlation === 0 ? ['beta'] : [...pick(SHAPES, ['logit-normal']), ...pick(['two-point', 'channels'], [])];
      for (const shape of shapes) {
        tasks.push({ kind: 'visibility', mean, correlation, shape, repetitions, isShort });
      }
    }
  }
  for (const mean of pick([0.1, 0.3, 0.5, 0.8], [0.3])) {
    for (const correlation of pick([0.2, 0.8], [0.2])) {
      for (const shape of pick(['beta', 'zero-inflated'], ['beta'])) {
        tasks.push({ kind: 'other', mean, correlation, shape, repetitions, isShort });
      }
    }
  }
  for (const prompts of pick([5, 20, 100], [20])) {
    for (const correlation of pick([0.2, 0.8], [0.2])) {
      for (const [days, channels] of pick(
        [
          [1, 4],
          [7, 1],
          [7, 4],
        ],
        [[7, 4]],
      )) {
        for (const basket of ['same', 'changed']) {
          tasks.push({ kind: 'alarms', prompts, correlation, days, channels, basket, repetitions });
        }
      }
    }
  }
  for (const mean of pick([0.15, 0.3, 0.5, 0.85], [0.3])) {
    for (const correlation of pick([0.2, 0.5, 0.8], [0.2])) {
      for (const shape of pick(SHAPES, ['beta'])) {
        for (const prompts of pick([40, 100], [40])) {
          const pilots = Math.max(20, Math.round(repetitions / 20));
          tasks.push({ kind: 'power', mean, correlation, shape, prompts, pilots });
        }
      }
    }
  }
  return tasks.map((task, at) => ({ ...task, seed: 1000 + at }));
}
