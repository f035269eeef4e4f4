import { describe, expect, it } from 'vitest';
import { fromDraft, toDraft } from './schedule-draft.ts';

const untouched = {
  is_active: false,
  cron: '0 6 * * *',
  time_zone: 'UTC',
  replicates: 1,
  budget: { day: null, month: null },
};

describe('the form of a schedule', () => {
  it('begins in the time zone of the reader, and keeps one that was chosen', () => {
    expect(toDraft(untouched, 'Europe/Berlin').time_zone).toBe('Europe/Berlin');
    expect(toDraft({ ...untouched, is_active: true }, 'Europe/Berlin').time_zone).toBe('UTC');
  });

  it('gives back what it got', () => {
    const schedule = {
      is_active: true,
      cron: '30 7 * * 1-5',
      time_zone: 'Asia/Tokyo',
      replicates: 3,
      budget: { day: 5, month: 99.5 },
    };
    expect(fromDraft(toDraft(schedule, 'UTC'))).toEqual({ schedule, problems: [] });
  });

  it('takes an amount with a comma, and none for no limit', () => {
    const draft = { ...toDraft(untouched, 'UTC'), day: '2,50', month: ' ' };
    expect(fromDraft(draft)).toMatchObject({ schedule: { budget: { day: 2.5, month: null } }, problems: [] });
  });

  it.each(['0', '21', '1.5', '', 'two'])('does not take %j asks per prompt', (replicates) => {
    expect(fromDraft({ ...toDraft(untouched, 'UTC'), replicates }).problems).toMatchObject([{ path: 'replicates' }]);
  });

  it('does not take a limit that is no amount', () => {
    const { problems } = fromDraft({ ...toDraft(untouched, 'UTC'), day: '-1', month: 'lots' });
    expect(problems.map(({ path }) => path)).toEqual(['budget.day', 'budget.month']);
  });
});
