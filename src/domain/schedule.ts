import { Type } from 'typebox';
import { MAX_BUDGET, MAX_REPLICATES } from './limits.ts';
import { Nullable, Strict } from './paging.ts';
import { Defaulted } from './schema.ts';
import { Text } from './text.ts';

const Limit = Defaulted(Nullable(Type.Number({ minimum: 0, maximum: MAX_BUDGET })), null);

export const SCHEDULE_DEFAULTS = {
  is_active: false,
  cron: '0 6 * * *',
  time_zone: 'UTC',
  replicates: 1,
  budget: { day: null, month: null },
};

export const Schedule = Strict({
  is_active: Defaulted(Type.Boolean(), SCHEDULE_DEFAULTS.is_active),
  cron: Defaulted(
    Text(100, { description: 'Five fields: minute, hour, day of month, month, day of week.' }),
    SCHEDULE_DEFAULTS.cron,
  ),
  time_zone: Defaulted(
    Text(100, { description: "The project's time zone, which its days and months of collection are in." }),
    SCHEDULE_DEFAULTS.time_zone,
  ),
  replicates: Defaulted(
    Type.Integer({ minimum: 1, maximum: MAX_REPLICATES, description: 'Asks per prompt and channel.' }),
    SCHEDULE_DEFAULTS.replicates,
  ),
  budget: Defaulted(
    Strict({ day: Limit, month: Limit }, { description: 'Limits in US dollars for everything that is asked.' }),
    SCHEDULE_DEFAULTS.budget,
  ),
});
