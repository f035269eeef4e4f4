import { Type } from 'typebox';
import { Color } from './colors.ts';
import { MAX_SOURCE_LENGTH } from './limits.ts';
import { Nullable, Strict } from './paging.ts';
import { Defaulted } from './schema.ts';
import { Text } from './text.ts';

export type ClassificationKind = 'domain' | 'url';

export const ClassificationName = Text(60);
export const NewClassification = Strict({
  name: ClassificationName,
  color: Defaulted(Color, 'orange'),
});
export const Classification = Strict({ name: Type.String(), color: Color });

export const DomainAssignment = Strict({ domain: Text(253), classification: Nullable(ClassificationName) });
export const UrlAssignment = Strict({ url: Text(MAX_SOURCE_LENGTH), classification: Nullable(ClassificationName) });
