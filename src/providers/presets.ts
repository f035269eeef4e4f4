import { brightDataPresets } from './presets/bright-data.ts';
import { cloroPresets } from './presets/cloro.ts';
import { dataForSeoPresets } from './presets/dataforseo.ts';
import { oxylabsPresets } from './presets/oxylabs.ts';
import type { Preset } from './presets/preset.ts';
import { searchApiPresets } from './presets/searchapi.ts';
import { serpApiPresets } from './presets/serpapi.ts';

/** One for each vendor and assistant. */
export const PRESETS: readonly Preset[] = [
  ...brightDataPresets,
  ...cloroPresets,
  ...dataForSeoPresets,
  ...oxylabsPresets,
  ...searchApiPresets,
  ...serpApiPresets,
];
