import type { Migration } from '@balcao/kernel'

import { protectTenantTable } from './tenant-policy'

/** Tables of the platform itself, first in every service's schema. Only add until the next release. */
export const platformMigrations: readonly Migration[] = [
  {
    name: '00000000T000001-create-outbox',
    up: `
      CREATE TABLE outbox (
        seq bigserial PRIMARY KEY,
        id uuid NOT NULL,
        company_id integer NOT NULL,
        ordering_key text NOT NULL,
        shard smallint NOT NULL,
        topic text NOT NULL,
        type text NOT NULL,
        body json NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        sent boolean NOT NULL DEFAULT false
      ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
      CREATE INDEX outbox_unsent ON outbox (shard, seq) WHERE NOT sent;
      CREATE INDEX outbox_created_at ON outbox USING brin (created_at);
      ${protectTenantTable('outbox')}`,
  },
  {
    name: '00000000T000002-create-inbox',
    up: `
      CREATE TABLE inbox (
        consumer text NOT NULL,
        event_id uuid NOT NULL,
        claimed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (consumer, event_id)
      );
      CREATE INDEX inbox_claimed_at ON inbox USING brin (claimed_at);`,
  },
  {
    name: '00000000T000003-create-dead-events',
    up: `
      CREATE TABLE dead_events (
        id bigserial PRIMARY KEY,
        consumer text NOT NULL,
        event_id uuid NOT NULL,
        company_id integer NOT NULL,
        ordering_key text NOT NULL,
        topic text NOT NULL,
        type text NOT NULL,
        body json NOT NULL,
        attempts integer NOT NULL,
        error text NOT NULL,
        died_at timestamptz NOT NULL DEFAULT now(),
        UNIQUE (consumer, event_id)
      );
      ${protectTenantTable('dead_events')}`,
  },
  {
    name: '00000000T000004-create-session-lease',
    up: `
      CREATE TABLE session_lease (
        name text PRIMARY KEY,
        owner text,
        epoch bigint NOT NULL DEFAULT 0,
        expires_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX session_lease_owner ON session_lease (owner);`,
  },
  {
    name: '00000000T000005-create-directory',
    up: `
      CREATE TABLE directory_companies (
        company_id integer PRIMARY KEY,
        name text NOT NULL,
        email text NOT NULL,
        active boolean NOT NULL,
        due_at timestamptz,
        plan_id integer NOT NULL
      );
      CREATE TABLE directory_users (
        company_id integer NOT NULL,
        user_id integer NOT NULL,
        name text NOT NULL,
        email text NOT NULL,
        profile text NOT NULL,
        super boolean NOT NULL,
        active boolean NOT NULL,
        all_ticket boolean NOT NULL,
        queue_ids integer[] NOT NULL,
        token_version integer NOT NULL,
        connection_id integer,
        deleted boolean NOT NULL DEFAULT false,
        PRIMARY KEY (company_id, user_id)
      );
      ${protectTenantTable('directory_companies')}
      ${protectTenantTable('directory_users')}`,
  },
  {
    name: '00000000T000006-add-revisions-to-directory',
    up: `
      ALTER TABLE directory_companies ADD COLUMN revision integer NOT NULL DEFAULT 0;
      ALTER TABLE directory_users ADD COLUMN revision integer NOT NULL DEFAULT 0;
      CREATE INDEX directory_users_user ON directory_users (user_id);`,
  },
  {
    name: '00000000T000007-create-pending-blobs',
    up: `
      CREATE TABLE pending_blobs (
        company_id integer NOT NULL,
        key text NOT NULL,
        client_key text NOT NULL DEFAULT '',
        created_at timestamptz NOT NULL,
        PRIMARY KEY (company_id, key)
      );
      CREATE INDEX pending_blobs_created_at ON pending_blobs (created_at);
      ${protectTenantTable('pending_blobs')}`,
  },
]
