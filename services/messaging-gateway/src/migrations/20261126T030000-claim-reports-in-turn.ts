import type { Migration } from '@balcao/kernel'

/* The table has what was not posted yet: seldom more than minutes of messages. */
export const claimReportsInTurn: Migration = {
  name: '20261126T030000-claim-reports-in-turn',
  up: `
    CREATE INDEX delivery_reports_turn ON delivery_reports (company_id, next_try_at, seq) WHERE dead_at IS NULL;
    CREATE INDEX delivery_reports_claimed ON delivery_reports (company_id, claimed_until) WHERE claimed_until IS NOT NULL;`,
}
