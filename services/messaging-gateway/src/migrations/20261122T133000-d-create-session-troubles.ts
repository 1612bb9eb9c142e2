import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

export const createSessionTroubles: Migration = {
  name: '20261122T133000-d-create-session-troubles',
  up: `
    CREATE TABLE session_troubles (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      company_id integer NOT NULL,
      connection_id integer NOT NULL,
      kind text NOT NULL,
      happened_at timestamptz NOT NULL
    );
    CREATE INDEX session_troubles_connection ON session_troubles (company_id, connection_id, happened_at);
    CREATE INDEX session_troubles_happened ON session_troubles (happened_at);
    ${protectTenantTable('session_troubles')}`,
}
