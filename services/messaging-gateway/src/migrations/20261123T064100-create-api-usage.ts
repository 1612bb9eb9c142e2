import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/* One row a company, of its current minute and day: each message of the send API updates it, in place. */
export const createApiUsage: Migration = {
  name: '20261123T064100-create-api-usage',
  up: `
    CREATE TABLE api_usage (
      company_id integer PRIMARY KEY,
      minute_at timestamptz NOT NULL,
      minute_messages integer NOT NULL,
      day_at timestamptz NOT NULL,
      day_messages integer NOT NULL
    ) WITH (fillfactor = 50);
    ${protectTenantTable('api_usage')}`,
}
