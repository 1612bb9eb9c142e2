import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/* A row for each month, amount and percent of a company's budget that was told, so that none is told twice. Amounts are millionths. */
export const budgetMessages: Migration = {
  name: '20261128T081500-budget-messages',
  up: `
    ALTER TABLE price_lists ADD COLUMN monthly_budget_micros bigint;

    CREATE TABLE message_budget_marks (
      company_id integer NOT NULL,
      month text NOT NULL,
      budget_micros bigint NOT NULL,
      percent smallint NOT NULL,
      reached_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, month, budget_micros, percent)
    );
    ${protectTenantTable('message_budget_marks')}`,
}
