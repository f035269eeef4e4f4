// What a thread does with a task. `statistics` has the functions that are measured.
import { toClasses } from './cells.mjs';
import { listIntervals } from './literature.mjs';
import { add, createKinds, drawStratum, toTruth } from './projects.mjs';
import { createRandom } from './random.mjs';
import { ATOMS, createRates } from './rates.mjs';
import { simulateVisibility } from './visibility.mjs';

const OPTIONS = { confidence: 0.95, brands: 6 };
/** Repetitions for which the slow interval from the literature is computed, too. */
const WITH_BETA = 100;
/** Channels that differ, on the logit scale. */
const CHANNEL_SHIFTS = [-1.5, 0, 1.5, 0.5];

export function runTask(task, statistics) {
  return { visibility: runVisibility, other: runOther, alarms: runAlarms, power: runPower }[task.kind](
    task,
    statistics,
  );
}

/** All cells of one distribution of rates. */
function runVisibility({ mean, correlation, shape, repetitions, isShort, seed }, statistics) {
  const isMixed = shape === 'channels';
  const rates = createRates({ shape: isMixed ? 'beta' : shape, mean, correlation });
  const cells = [];
  for (const prompts of isShort ? [20] : [5, 20, 100, 500]) {
    for (const days of isShort ? [7] : [1, 7, 30]) {
      for (const channels of isShort ? [4] : isMixed ? [4, 8] : [1, 4, 8]) {
        for (const isBalanced of [true, false]) {
          const cell = { mean, correlation, shape, prompts, days, channels, isBalanced };
          cells.push(runCell({ ...cell, rates, seed: seed * 1000 + cells.length }, repetitions, statistics));
        }
      }
    }
  }
  return cells;
}

function runCell({ rates, seed, ...cell }, repetitions, { measurePopulation, measurePanel, tQuantile }) {
  const tallies = { population: createTally(), panel: createTally() };
  const t = (degrees) => tQuantile(0.95, degrees);
  let truth = 0;
  const channelShifts = cell.shape === 'channels' ? CHANNEL_SHIFTS : null;
  simulateVisibility({ ...cell, rates, channelShifts, seed }, repetitions, (row) => {
    const { answers, strata, population, panel } = row;
    if (answers < 2 || population.prompts < 2) return;
    truth = row.truth.population;
    const share = population.a / population.b;
    const withBeta = tallies.population.count < WITH_BETA;
    const add = (design, found, estimate) => {
      const expected = row.truth[design];
      count(tallies[design], [found.interval.low, found.interval.high], expected);
      const others = listIntervals({ share, answers, t, withBeta, ...estimate });
      for (const [name, interval] of Object.entries(others)) {
        tallies[design].others[name] ??= createTally();
        count(tallies[design].others[name], interval, expected);
      }
    };
    const { aa, ab, bb, b, prompts } = population;
    add('population', measurePopulation('visibility', population, { answers, ...OPTIONS }), {
      variance: ((prompts / (prompts - 1)) * Math.max(aa - 2 * share * ab + share * share * bb, 0)) / (b * b),
      degrees: prompts - 1,
      units: prompts,
    });
    add('panel', measurePanel('visibility', panel, { answers, strata, ...OPTIONS }), {
      variance: panel.within_aa / (b * b),
      degrees: Math.max(1, answers - strata),
      units: answers,
    });
  });
  return { ...cell, truth, metric: 'visibility', classes: toClasses({ ...cell, truth }), tallies };
}

function createTally() {
  return { count: 0, covered: 0, width: 0, others: {} };
}

function count(tally, [low, high], truth) {
  tally.count++;
  if (low <= truth + 1e-12 && truth - 1e-12 <= high) tally.covered++;
  tally.width += high - low;
}

/** Share of voice, position and sentiment, with skewed numbers of mentions. */
function runOther({ mean, correlation, shape, repetitions, isShort, seed }, statistics) {
  const { measurePopulation, measurePanel, toPromptSums, toAnswerSums } = statistics;
  const rivals = [0.5, 0.3, 0.2, 0.4, 0.1].map((rate, at) =>
    createRates({ shape: 'beta', mean: rate, correlation: 0.4, seed: at + 2 }),
  );
  const kinds = createKinds({ brands: [createRates({ shape, mean, correlation }), ...rivals], seed });
  const names = ['share_of_voice', 'position', 'sentiment'];
  const toMetric = (name, value) => (name === 'sentiment' ? 50 + value / 20 : value);
  const truths = Object.fromEntries(names.map((name) => [name, toMetric(name, toTruth(kinds, name))]));
  const random = createRandom(seed);
  const cells = [];
  for (const prompts of isShort ? [20] : [5, 20, 100]) {
    for (const days of isShort ? [7] : [1, 7]) {
      for (const isBalanced of isShort ? [true] : [true, false]) {
        const channels = 2;
        const tallies = Object.fromEntries(
          names.map((name) => [name, { population: createTally(), panel: createTally() }]),
        );
        for (let repetition = 0; repetition < repetitions; repetition++) {
          const strata = Object.fromEntries(names.map((name) => [name, []]));
          const expected = Object.fromEntries(names.map((name) => [name, [0, 0]]));
          let total = 0;
          for (let prompt = 0; prompt < prompts; prompt++) {
            const kind = kinds[(random() * ATOMS) | 0];
            for (let channel = 0; channel < channels; channel++) {
              const answers = isBalanced ? days : 1 + Math.floor(random() * random() * days * 2);
              const drawn = drawStratum(kind, { prompt, channel, answers, random });
              total += answers;
              for (const name of names) {
                strata[name].push(drawn[name]);
                expected[name][0] += answers * kind.expected[name][0];
                expected[name][1] += answers * kind.expected[name][1];
              }
            }
          }
          for (const name of names) {
            const options = { answers: total, ...OPTIONS };
            const population = measurePopulation(name, toPromptSums(strata[name]), options);
            if (population !== null) {
              const { low, high } = population.interval;
              count(tallies[name].population, [low, high], truths[name]);
            }
            const sums = toAnswerSums(strata[name]);
            const panel = measurePanel(name, sums, { ...options, strata: sums.strata });
            if (panel !== null) {
              const { low, high } = panel.interval;
              count(tallies[name].panel, [low, high], toMetric(name, expected[name][0] / expected[name][1]));
            }
          }
        }
        const cell = { mean, correlation, shape, prompts, days, channels, isBalanced, truth: mean };
        for (const name of names)
          cells.push({ ...cell, metric: name, classes: toClasses(cell), tallies: tallies[name] });
      }
    }
  }
  return cells;
}

/** Projects in which nothing changes: how many raise an alarm about any of 4 brands and 2 metrics. */
function runAlarms({ prompts, correlation, days, channels, basket, repetitions, seed }, statistics) {
  const shapes = ['beta', 'logit-normal', 'zero-inflated', 'beta'];
  const brands = [0.02, 0.1, 0.4, 0.8].map((mean, at) =>
    createRates({ shape: shapes[at], mean, correlation, seed: at + 1 }),
  );
  const kinds = createKinds({ brands, seed });
  const random = createRandom(seed);
  const alarms = { population: 0, panel: 0 };
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const project = drawTwice({ kinds, prompts, days, channels, basket, random });
    for (const design of ['population', 'panel']) {
      const isAlarm = ['visibility', 'share_of_voice'].some((metric) => {
        const changes = project.map((brand) => compare(design, metric, brand, statistics));
        const tested = changes.filter((change) => change?.is_test).map(({ p_value }) => p_value);
        return statistics.findDiscoveryLimit(tested, 0.05) >= 0;
      });
      if (isAlarm) alarms[design]++;
    }
  }
  return [{ prompts, correlation, days, channels, basket, count: repetitions, alarms }];
}

/**
 * The strata of both periods, for each brand. In a changed basket some prompts are new and some dropped, the last channel is
 * mostly new, one channel was asked on 2 of 7 days before, and days are missing here and there.
 */
function drawTwice({ kinds, prompts, days, channels, basket, random }) {
  const isChanged = basket === 'changed';
  const project = kinds[0].rates.map(() => ({
    visibility: { now: [], before: [] },
    share_of_voice: { now: [], before: [] },
  }));
  for (let prompt = 0; prompt < prompts; prompt++) {
    const kind = kinds[(random() * ATOMS) | 0];
    const fate = isChanged ? random() : 1;
    for (let channel = 0; channel < channels; channel++) {
      const rates = kind.rates.map((rate) => shift(rate, [1.2, -0.8, 0][channel % 3]));
      for (const period of ['now', 'before']) {
        if (period === 'before' ? fate < 0.15 : fate > 0.9 && fate < 1) continue;
        let answers = days;
        if (isChanged && period === 'before') {
          if (channels > 1 && channel === channels - 1 && random() < 0.9) continue;
          if (channel === 0) answers = Math.max(1, Math.round((days * 2) / 7));
        }
        if (isChanged && random() < 0.2) answers = Math.max(1, Math.round(answers * random()));
        addAnswers(project, { rates, repeat: kind.repeat, prompt, channel, answers, period, random });
      }
    }
  }
  return project;
}

function addAnswers(project, { rates, repeat, prompt, channel, answers, period, random }) {
  const blank = () => ({ prompt, channel, answers, a: 0, b: 0, aa: 0, ab: 0, bb: 0 });
  const strata = project.map(() => ({ visibility: blank(), share_of_voice: blank() }));
  for (let answer = 0; answer < answers; answer++) {
    const mentions = rates.map((rate) => (random() < rate ? 1 + Math.floor(-Math.log(1 - random()) * repeat) : 0));
    const voice = mentions.reduce((sum, own) => sum + own, 0);
    mentions.forEach((own, brand) => {
      add(strata[brand].visibility, own > 0 ? 1 : 0, 1);
      add(strata[brand].share_of_voice, own, voice);
    });
  }
  project.forEach((brand, at) => {
    for (const metric of ['visibility', 'share_of_voice']) brand[metric][period].push(strata[at][metric]);
  });
}

function compare(design, metric, brand, statistics) {
  const pairs = statistics.findShared(brand[metric].now, brand[metric].before);
  if (pairs.length === 0) return null;
  if (design === 'panel') {
    const sums = statistics.toAnswerChangeSums(pairs);
    return statistics.comparePanel(metric, sums, { ...OPTIONS, degrees: sums.degrees });
  }
  return statistics.comparePopulation(metric, statistics.toPromptChangeSums(pairs), {
    ...OPTIONS,
    answers_now: pairs.reduce((sum, { now }) => sum + now.answers, 0),
    answers_before: pairs.reduce((sum, { before }) => sum + before.answers, 0),
  });
}

/** Pilots, the change that each says could be noticed with a power of 0.8, and how often it is. */
function runPower({ mean, correlation, shape, prompts, pilots, seed }, statistics) {
  const [days, channels, checks] = [7, 2, 10];
  const atoms = createRates({ shape, mean, correlation });
  const random = createRandom(seed);
  const drawRates = () => Float64Array.from({ length: prompts }, () => atoms[(random() * ATOMS) | 0]);
  const result = { mean, correlation, shape, prompts, population: [0, 0], panel: [0, 0] };
  for (let pilot = 0; pilot < pilots; pilot++) {
    const rates = drawRates();
    const strata = drawHits(rates, { days, channels, random });
    const sums = statistics.toAnswerSums(strata);
    const answers = prompts * days * channels;
    for (const design of ['population', 'panel']) {
      const plan = statistics.planComparison(
        {
          answers,
          prompts,
          channels,
          days,
          strata: sums.strata,
          by_prompt: statistics.toPromptSums(strata),
          by_answer: sums,
        },
        { design, confidence: 0.95, power: 0.8, change: 0.05 },
      );
      if (plan === null || plan.detectable_change === null) continue;
      const step = findStep(design === 'panel' ? rates : atoms, plan.detectable_change);
      if (step === null) continue;
      for (let check = 0; check < checks; check++) {
        const fixed = design === 'panel' ? rates : drawRates();
        const before = drawHits(fixed, { days, channels, random });
        const now = drawHits(
          fixed.map((rate) => shift(rate, step)),
          { days, channels, random },
        );
        const change = compare(design, 'visibility', { visibility: { now, before } }, statistics);
        result[design][0]++;
        if (change.is_test && change.p_value < 0.05) result[design][1]++;
      }
    }
  }
  return [result];
}

function drawHits(rates, { days, channels, random }) {
  const strata = [];
  rates.forEach((rate, prompt) => {
    for (let channel = 0; channel < channels; channel++) {
      let hits = 0;
      for (let day = 0; day < days; day++) if (random() < rate) hits++;
      strata.push({ prompt, channel, answers: days, a: hits, b: days, aa: hits, ab: hits, bb: days });
    }
  });
  return strata;
}

/** The step on the logit scale that changes the mean rate by so much: up if there is room, else down. */
function findStep(rates, change) {
  const changeBy = (step) => Math.abs(rates.reduce((sum, rate) => sum + shift(rate, step) - rate, 0)) / rates.length;
  const direction = [1, -1].find((sign) => changeBy(12 * sign) >= change);
  if (direction === undefined) return null;
  let [low, high] = [0, 12];
  for (let at = 0; at < 30; at++) {
    const middle = (low + high) / 2;
    if (changeBy(direction * middle) < change) low = middle;
    else high = middle;
  }
  return direction * high;
}

function shift(rate, logit) {
  if (rate <= 0 || rate >= 1) return rate;
  return 1 / (1 + Math.exp(-Math.log(rate / (1 - rate)) - logit));
}
