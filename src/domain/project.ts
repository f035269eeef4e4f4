import { type Static, Type } from 'typebox';
import { MAX_NAME_LENGTH } from './limits.ts';
import { Nullable, Strict } from './paging.ts';
import { Defaulted, OneOf } from './schema.ts';
import { Text } from './text.ts';

export const ProjectName = Text(MAX_NAME_LENGTH);

/** The id that another system gave a project. */
export const ProjectExternalId = Text(500);

export const Project = Strict({
  id: Type.String(),
  name: Type.String(),
  external_id: Nullable(Type.String()),
  status: Type.String({ enum: ['ACTIVE'] }),
  created_at: Type.String(),
});

const MAX_AUDIENCE = 4_503_599_627_370_495;
const AudienceNumber = Defaulted(Type.Integer({ minimum: 0, maximum: MAX_AUDIENCE }), 0);
const Words = Defaulted(Type.Array(Text(1000), { maxItems: 1000 }), []);
const Line = Defaulted(Type.String({ maxLength: 1000, 'x-trim': true }), '');

const Audience = Strict({
  simpleRecommendationSeeker: AudienceNumber,
  informedShopper: AudienceNumber,
  evaluativeResearcher: AudienceNumber,
});

const TargetMarket = Strict({
  location: Text(1000),
  osmId: Defaulted(Type.String({ maxLength: 1000 }), ''),
  marketSize: Type.Optional(
    OneOf(['Neighborhood', 'City', 'State/Province', 'National', 'Continental Bloc', 'Global']),
  ),
});

/** A profile. Fields that are omitted on input become empty. */
export const Profile = Strict({
  occupation: Line,
  industry: Line,
  brandPresentation: Words,
  productsAndServices: Words,
  targetMarkets: Defaulted(Type.Array(TargetMarket, { maxItems: 1000 }), []),
  // Ajv fills the empty object with the defaults inside it.
  audienceDistribution: Defaulted(Audience, {} as Static<typeof Audience>),
  name: ProjectName,
  usedPreparedProfile: Defaulted(Type.Boolean(), false),
});
export type Profile = Static<typeof Profile>;

/** The profile of a project that has none. */
export function createEmptyProfile(name: string): Profile {
  return {
    occupation: '',
    industry: '',
    brandPresentation: [],
    productsAndServices: [],
    targetMarkets: [],
    audienceDistribution: { simpleRecommendationSeeker: 0, informedShopper: 0, evaluativeResearcher: 0 },
    name,
    usedPreparedProfile: false,
  };
}
