import type { Migration } from '@balcao/kernel'

/*
 * The simulated network's own ledger. It stands for WhatsApp: it knows lines, not companies, so no row-level security
 * is behind it and nothing of the desk reads it but the simulated driver and its API.
 */
export const createSimulator: Migration = {
  name: '20260901T103000-create-simulator',
  up: `
    CREATE SCHEMA IF NOT EXISTS simulator;
    GRANT USAGE ON SCHEMA simulator TO balcao_messaging_gateway;
    ALTER DEFAULT PRIVILEGES IN SCHEMA simulator GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO balcao_messaging_gateway;
    ALTER DEFAULT PRIVILEGES IN SCHEMA simulator GRANT USAGE, SELECT ON SEQUENCES TO balcao_messaging_gateway;
    CREATE TABLE simulator.lines (
      connection_id integer PRIMARY KEY,
      company_id integer NOT NULL,
      paired boolean NOT NULL DEFAULT false,
      number text NOT NULL DEFAULT '',
      qrcode text NOT NULL DEFAULT '',
      socket text,
      end_reason text,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE TABLE simulator.media (
      id text PRIMARY KEY,
      connection_id integer NOT NULL,
      name text NOT NULL,
      mime_type text NOT NULL,
      size_bytes integer NOT NULL,
      content bytea NOT NULL
    );
    CREATE TABLE simulator.messages (
      seq bigserial PRIMARY KEY,
      connection_id integer NOT NULL,
      direction text NOT NULL,
      chat text NOT NULL,
      id text NOT NULL,
      name text NOT NULL DEFAULT '',
      body text NOT NULL DEFAULT '',
      kind text NOT NULL,
      media_id text,
      quoted_id text NOT NULL DEFAULT '',
      extra jsonb NOT NULL DEFAULT '{}',
      ack smallint NOT NULL DEFAULT 0,
      taken boolean NOT NULL DEFAULT false,
      revision text NOT NULL DEFAULT '',
      deleted boolean NOT NULL DEFAULT false,
      sightings integer NOT NULL DEFAULT 1,
      at timestamptz NOT NULL DEFAULT now()
    );
    CREATE UNIQUE INDEX messages_in ON simulator.messages (connection_id, chat, id) WHERE direction = 'in';
    CREATE UNIQUE INDEX messages_out ON simulator.messages (connection_id, id) WHERE direction = 'out';
    CREATE INDEX messages_chat ON simulator.messages (connection_id, chat, seq);
    CREATE INDEX messages_sent ON simulator.messages (connection_id, seq) WHERE direction = 'out';
    CREATE INDEX messages_untaken ON simulator.messages (connection_id, seq) WHERE direction = 'in' AND (NOT taken OR revision <> '');
    CREATE TABLE simulator.receipts (
      id bigserial PRIMARY KEY,
      connection_id integer NOT NULL,
      message_id text NOT NULL,
      ack smallint NOT NULL,
      due_at timestamptz NOT NULL
    );
    CREATE INDEX receipts_due ON simulator.receipts (connection_id, due_at, id);
    CREATE TABLE simulator.behaviour (
      one boolean PRIMARY KEY DEFAULT true CHECK (one),
      receipts text NOT NULL DEFAULT 'auto',
      delay_ms integer NOT NULL DEFAULT 0,
      drop_rate double precision NOT NULL DEFAULT 0,
      duplicate_rate double precision NOT NULL DEFAULT 0,
      reorder boolean NOT NULL DEFAULT false
    );
    INSERT INTO simulator.behaviour DEFAULT VALUES;`,
}
