import { Type } from 'typebox';
import { COLORS } from './color-names.ts';

export const Color = Type.String({ enum: COLORS });
