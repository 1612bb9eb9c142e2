import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

export const createMediaFetches: Migration = {
  name: '20261121T113000-create-media-fetches',
  up: `
    CREATE TABLE media_fetches (
      id uuid PRIMARY KEY,
      company_id integer NOT NULL,
      connection_id integer NOT NULL,
      conversation_id uuid NOT NULL,
      remote_jid text NOT NULL,
      participant text NOT NULL,
      from_me boolean NOT NULL,
      wa_id text NOT NULL,
      kind text NOT NULL,
      name text NOT NULL,
      duration_seconds integer NOT NULL,
      ticket bytea NOT NULL,
      tries integer NOT NULL,
      next_at timestamptz NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX media_fetches_due ON media_fetches (connection_id, next_at);
    ${protectTenantTable('media_fetches')}`,
}
