import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/*
 * `content` is random to Postgres: compressing it is lost work. Half of the secrets are sessions, rewritten with every
 * message: room in the page keeps such an update off the indexes.
 */
export const createSignalVault: Migration = {
  name: '20261121T100000-create-signal-vault',
  up: `
    CREATE TABLE signal_data_keys (
      company_id integer NOT NULL,
      version integer NOT NULL,
      master_key_id text NOT NULL,
      wrapped bytea NOT NULL,
      created_at timestamptz NOT NULL,
      retired_at timestamptz,
      PRIMARY KEY (company_id, version)
    );
    CREATE UNIQUE INDEX signal_data_keys_current ON signal_data_keys (company_id) WHERE retired_at IS NULL;
    CREATE TABLE signal_secrets (
      company_id integer NOT NULL,
      connection_id integer NOT NULL,
      type text NOT NULL,
      id text NOT NULL,
      key_version integer NOT NULL,
      content bytea NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (company_id, connection_id, type, id)
    ) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
    CREATE INDEX signal_secrets_key_version ON signal_secrets (company_id, key_version);
    CREATE INDEX signal_secrets_sent ON signal_secrets (created_at) WHERE type = 'sent-message';
    CREATE TABLE signal_journal (
      seq bigserial PRIMARY KEY,
      company_id integer NOT NULL,
      connection_id integer NOT NULL,
      hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
      key_version integer,
      content bytea,
      closed_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (company_id, connection_id, hash),
      CHECK ((content IS NULL) = (closed_at IS NOT NULL)),
      CHECK ((content IS NULL) = (key_version IS NULL))
    );
    ALTER TABLE signal_secrets ALTER COLUMN content SET STORAGE EXTERNAL;
    ALTER TABLE signal_journal ALTER COLUMN content SET STORAGE EXTERNAL;
    CREATE INDEX signal_journal_open ON signal_journal (company_id, connection_id, seq) WHERE closed_at IS NULL;
    CREATE INDEX signal_journal_closed ON signal_journal (closed_at) WHERE closed_at IS NOT NULL;
    ${protectTenantTable('signal_data_keys')}
    ${protectTenantTable('signal_secrets')}
    ${protectTenantTable('signal_journal')}`,
}
