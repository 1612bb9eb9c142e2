import type { Migration } from '@balcao/kernel'

import { partitionFunctions } from './partition-functions'
import { COMPANY_ABSENT } from './pg-errors'
import { partitionTable } from './partition-table'
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
  { name: '00000000T000008-create-partition-functions', up: partitionFunctions },
  {
    name: '00000000T000009-partition-outbox',
    // Half days: sent rows are dropped within a day, as erasure requires. The old primary key stays on the old rows, for relays of the previous version.
    // relays of the version before.
    up: partitionTable({
      table: 'outbox',
      key: 'created_at',
      hours: 12,
      timeColumn: 'created_at',
      keptRows: 'NOT sent',
      settings: `autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = -1,
        autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 100000`,
      hasTenants: true,
      prepare: `
        ALTER INDEX outbox_unsent RENAME TO outbox_before_unsent;
        DROP INDEX outbox_created_at;`,
      indexes: `
        ALTER SEQUENCE outbox_seq_seq OWNED BY outbox.seq;
        CREATE INDEX outbox_unsent ON outbox (shard, seq) WHERE NOT sent;`,
    }),
  },
  {
    name: '00000000T000010-partition-inbox',
    // By the event's id, which is the same on each delivery: the primary key still makes a claim unique.
    up: partitionTable({
      table: 'inbox',
      key: 'event_id',
      hours: 24,
      timeColumn: 'claimed_at',
      keptRows: 'claimed_at >= $1',
      settings: 'autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_scale_factor = 0.5',
      hasTenants: false,
      prepare: `
        ALTER INDEX inbox_pkey RENAME TO inbox_before_pkey;
        DROP INDEX inbox_claimed_at;`,
      indexes: 'ALTER TABLE inbox ADD CONSTRAINT inbox_pkey PRIMARY KEY (consumer, event_id);',
    }),
  },
  {
    name: '00000000T000011-partition-dead-events',
    up: partitionTable({
      table: 'dead_events',
      key: 'event_id',
      hours: 24,
      timeColumn: 'died_at',
      keptRows: 'died_at >= $1',
      settings: 'autovacuum_vacuum_scale_factor = 0.1',
      hasTenants: true,
      prepare:
        'ALTER INDEX dead_events_consumer_event_id_key RENAME TO dead_events_before_consumer_event_id_key;',
      indexes: `
        ALTER SEQUENCE dead_events_id_seq OWNED BY dead_events.id;
        ALTER TABLE dead_events ADD CONSTRAINT dead_events_once UNIQUE (consumer, event_id);
        CREATE INDEX dead_events_by_id ON dead_events (id);`,
    }),
  },
  {
    name: '00000000T000012-create-oldest-transaction',
    // As the owner, who sees transactions that a service's role does not see, such as a backup's.
    up: `
      CREATE FUNCTION oldest_transaction_seconds() RETURNS float
      LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
        SELECT coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)), 0)::float FROM pg_stat_activity
        WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
      $$;`,
  },
  {
    name: '00000000T000013-create-company-erasures',
    up: `
      CREATE TABLE company_erasures (
        company_id integer PRIMARY KEY,
        deleted_at timestamptz NOT NULL,
        next_at timestamptz NOT NULL
      );
      CREATE INDEX company_erasures_next ON company_erasures (next_at);
      ${protectTenantTable('company_erasures')}`,
  },
  {
    name: '00000000T000014-create-directory-api-keys',
    up: `
      CREATE TABLE directory_api_keys (
        company_id integer NOT NULL,
        api_key_id integer NOT NULL,
        user_id integer NOT NULL,
        hash text NOT NULL,
        scopes text[] NOT NULL,
        queue_ids integer[] NOT NULL,
        networks text[] NOT NULL,
        expires_at timestamptz,
        revoked boolean NOT NULL,
        revision integer NOT NULL,
        PRIMARY KEY (company_id, api_key_id)
      );
      CREATE UNIQUE INDEX directory_api_keys_hash ON directory_api_keys (company_id, hash);
      ${protectTenantTable('directory_api_keys')}`,
  },
  {
    name: '00000000T000015-create-idempotency-keys',
    up: `
      CREATE TABLE idempotency_keys (
        company_id integer NOT NULL,
        key_hash text NOT NULL,
        request_hash text NOT NULL,
        attempt text NOT NULL,
        began_at timestamptz NOT NULL,
        has_effect boolean NOT NULL DEFAULT false,
        status smallint,
        answer text,
        PRIMARY KEY (company_id, key_hash)
      );
      CREATE INDEX idempotency_keys_began_at ON idempotency_keys (began_at);
      ${protectTenantTable('idempotency_keys')}`,
  },
  {
    name: '00000000T000016-index-outbox-by-company',
    index: 'outbox_unsent_of_companies',
    partitioned: 'outbox',
    up: 'CREATE INDEX CONCURRENTLY outbox_unsent_of_companies ON outbox (shard, company_id, seq) WHERE NOT sent',
  },
  {
    // Relays of the version before read by the other index, and sort.
    name: '00000000T000017-drop-outbox-unsent',
    up: 'DROP INDEX outbox_unsent',
  },
  {
    // Of topics on Kafka; the first generation has no row.
    name: '00000000T000018-create-topic-generations',
    up: `
      CREATE TABLE topic_generations (
        topic text PRIMARY KEY,
        generation integer NOT NULL CHECK (generation > 1)
      );`,
  },
  {
    // On one of several primaries. A company that moves is absent where it arrives until it has, and where it leaves from then on: `left` while
    // its rows are still there, then `gone`.
    name: '00000000T000019-create-absent-companies',
    up: `
      CREATE TABLE absent_companies (
        company_id integer PRIMARY KEY,
        reason text NOT NULL CHECK (reason IN ('arriving', 'leaving', 'left', 'gone'))
      );
      ${protectTenantTable('absent_companies')}
      CREATE FUNCTION refuse_absent(company integer) RETURNS void LANGUAGE plpgsql STABLE AS $$
      BEGIN
        IF EXISTS (SELECT FROM absent_companies WHERE company_id = company) THEN
          RAISE EXCEPTION 'company % is not on this primary', company USING ERRCODE = '${COMPANY_ABSENT}';
        END IF;
      END $$;`,
  },
  {
    // Claims move with the company whose transaction made them.
    name: '00000000T000020-add-claimed-for-to-inbox',
    up: `ALTER TABLE inbox ADD COLUMN claimed_for integer DEFAULT nullif(current_setting('app.company_id', true), '')::integer`,
  },
  {
    // A partition that is made while a company moves is followed like the others (`REPLICA IDENTITY FULL` is not inherited).
    name: '00000000T000021-follow-new-partitions',
    up: `
      SELECT set_config('search_path', current_schema() || ', pg_temp', true);
      CREATE OR REPLACE FUNCTION hide_partition(partition text) RETURNS void
      LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        -- Rows are reached through the table, whose policy binds the service's role.
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', partition);
        EXECUTE format('REVOKE ALL ON %I FROM %I', partition, 'balcao_' || current_schema());
        IF EXISTS (SELECT FROM pg_class WHERE oid = to_regclass(left(partition, -12)) AND relreplident = 'f') THEN
          EXECUTE format('ALTER TABLE %I REPLICA IDENTITY FULL', partition);
        END IF;
      END $$;`,
  },
  {
    // On one of several primaries but the first, which decides on them. Before a release it had the number before.
    name: '00000000T000022-create-prepared-generations',
    up: `
      CREATE TABLE IF NOT EXISTS prepared_generations (
        topic text PRIMARY KEY,
        generation integer NOT NULL CHECK (generation > 1)
      );`,
  },
]
