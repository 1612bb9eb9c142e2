import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

export const createConnections: Migration = {
  name: '20260901T100000-create-connections',
  up: `
    CREATE TABLE connections (
      id serial PRIMARY KEY,
      company_id integer NOT NULL,
      name text NOT NULL,
      provider text NOT NULL,
      status text NOT NULL,
      number text NOT NULL DEFAULT '',
      is_default boolean NOT NULL DEFAULT false,
      greeting_message text NOT NULL DEFAULT '',
      completion_message text NOT NULL DEFAULT '',
      out_of_hours_message text NOT NULL DEFAULT '',
      rating_message text NOT NULL DEFAULT '',
      expires_inactive_message text NOT NULL DEFAULT '',
      queue_ids integer[] NOT NULL DEFAULT '{}',
      transfer_queue_id integer,
      time_to_transfer integer NOT NULL DEFAULT 0,
      prompt_id integer,
      expires_ticket integer NOT NULL DEFAULT 0,
      max_use_bot_queues integer NOT NULL DEFAULT 3,
      time_use_bot_queues integer NOT NULL DEFAULT 0,
      retries integer NOT NULL DEFAULT 0,
      qrcode text NOT NULL DEFAULT '',
      token text NOT NULL,
      token_hash bytea,
      wanted boolean NOT NULL DEFAULT true,
      command text NOT NULL DEFAULT '',
      command_number integer NOT NULL DEFAULT 0,
      deleted_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE UNIQUE INDEX connections_name ON connections (company_id, lower(name)) WHERE deleted_at IS NULL;
    CREATE UNIQUE INDEX connections_default ON connections (company_id) WHERE is_default AND deleted_at IS NULL;
    CREATE UNIQUE INDEX connections_token ON connections (token_hash) WHERE deleted_at IS NULL;
    CREATE INDEX connections_supervised ON connections (id) WHERE wanted OR command <> '';
    ${protectTenantTable('connections')}`,
}
