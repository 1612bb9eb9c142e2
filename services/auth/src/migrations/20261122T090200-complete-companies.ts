import type { Migration } from '@balcao/kernel'

/* Without schedules a company has the default week. A company that never paid is due at the end of its trial. */
export const completeCompanies: Migration = {
  name: '20261122T090200-complete-companies',
  up: `
    ALTER TABLE companies ADD COLUMN schedules jsonb;
    ALTER TABLE companies ADD COLUMN trial_ends_at timestamptz;
    UPDATE companies SET trial_ends_at = due_at WHERE due_at = created_at + interval '72 hours';`,
}
