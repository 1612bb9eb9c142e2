import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

export const createSessionEnds: Migration = {
  name: '20261122T080100-create-session-ends',
  up: `
    ALTER TABLE connections ADD COLUMN retry_at timestamptz;
    CREATE TABLE session_ends (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      company_id integer NOT NULL,
      connection_id integer NOT NULL,
      reason text NOT NULL,
      ended_at timestamptz NOT NULL
    );
    CREATE INDEX session_ends_connection ON session_ends (company_id, connection_id, ended_at);
    CREATE INDEX session_ends_ended ON session_ends (ended_at);
    ${protectTenantTable('session_ends')}`,
}
