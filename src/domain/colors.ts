import { Type } from 'typebox';

/** The colours of the specification: exactly these. */
export const COLORS = [
  'orange',
  'red',
  'amber',
  'yellow',
  'lime',
  'green',
  'emerald',
  'teal',
  'cyan',
  'sky',
  'blue',
  'indigo',
  'violet',
  'purple',
  'fuchsia',
  'pink',
  'rose',
  'gray',
];

export const Color = Type.String({ enum: COLORS });
