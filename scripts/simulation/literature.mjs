// Intervals from the literature, to compare widths with.
import { incbi } from 'cephes';

const Z = 1.959963984540054;

/**
 * Intervals for a share with a variance that was estimated from a survey: `degrees` of freedom, `units` independent units at
 * most. The second is Korn & Graubard (1998), whose quantiles take long, so only some repetitions ask for it.
 */
export function listIntervals({ share, variance, degrees, units, answers, t, withBeta }) {
  const spread = share * (1 - share);
  const isEdge = spread <= 0 || variance <= 0;
  // At 0 and 1 there is no variance to go by: as many answers as there are units.
  const size = isEdge ? units : Math.min(spread / variance, answers);
  const adjusted = size * (Z / t(degrees)) ** 2;
  const intervals = { wilson: wilson(share, (Z * Z) / adjusted) };
  intervals.logit = isEdge ? intervals.wilson : logit(share, (t(degrees) * Math.sqrt(variance)) / spread);
  if (withBeta) intervals['korn-graubard'] = clopperPearson(share * adjusted, adjusted);
  return intervals;
}

function wilson(share, c) {
  const reach = Math.sqrt(c * share * (1 - share) + (c * c) / 4);
  return [(share + c / 2 - reach) / (1 + c), (share + c / 2 + reach) / (1 + c)];
}

function logit(share, reach) {
  const center = Math.log(share / (1 - share));
  return [1 / (1 + Math.exp(reach - center)), 1 / (1 + Math.exp(-reach - center))];
}

function clopperPearson(hits, size) {
  const misses = size - hits;
  return [hits <= 0 ? 0 : incbi(hits, misses + 1, 0.025), misses <= 0 ? 1 : incbi(hits + 1, misses, 0.975)];
}
