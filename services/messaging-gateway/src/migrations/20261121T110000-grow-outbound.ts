import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/* An edit or a reaction is known by its own id; `target_id` is the desk's message it is about. */
export const growOutbound: Migration = {
  name: '20261121T110000-grow-outbound',
  up: `
    ALTER TABLE outbound ADD COLUMN target_id uuid;
    ALTER TABLE conversations ADD COLUMN opened boolean NOT NULL DEFAULT false;
    UPDATE conversations c SET opened = true
      WHERE EXISTS (SELECT 1 FROM inbound_messages m WHERE m.conversation_id = c.id)
         OR EXISTS (SELECT 1 FROM outbound o WHERE o.conversation_id = c.id AND o.settled AND o.state <> 'FAILED');
    CREATE TABLE lanes (
      company_id integer NOT NULL,
      connection_id integer NOT NULL,
      campaign_per_minute integer,
      next_campaign_at timestamptz,
      paused_until timestamptz,
      strikes integer NOT NULL DEFAULT 0,
      failure text NOT NULL DEFAULT '',
      failed_at timestamptz,
      PRIMARY KEY (company_id, connection_id)
    );
    ${protectTenantTable('lanes')}`,
}
