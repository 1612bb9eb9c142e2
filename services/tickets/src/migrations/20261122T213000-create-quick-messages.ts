import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

export const createQuickMessages: Migration = {
  name: '20261122T213000-create-quick-messages',
  up: `
    CREATE TABLE quick_messages (
      id serial PRIMARY KEY,
      company_id integer NOT NULL,
      user_id integer NOT NULL,
      shortcode text NOT NULL,
      shortcode_key text COLLATE "C" NOT NULL,
      message text NOT NULL,
      search_text text NOT NULL,
      is_company_wide boolean NOT NULL,
      is_active boolean NOT NULL,
      media jsonb
    );
    CREATE UNIQUE INDEX quick_messages_company ON quick_messages (company_id, shortcode_key) WHERE is_company_wide;
    CREATE UNIQUE INDEX quick_messages_own ON quick_messages (company_id, user_id, shortcode_key) WHERE NOT is_company_wide;
    ${protectTenantTable('quick_messages')}`,
}
