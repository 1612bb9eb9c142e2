import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/* `settled` is what the queue's indexes hang on: a row leaves them for good with the network's answer. */
export const createOutbound: Migration = {
  name: '20260901T102000-create-outbound',
  up: `
    CREATE TABLE outbound (
      id bigserial PRIMARY KEY,
      company_id integer NOT NULL,
      connection_id integer NOT NULL,
      conversation_id uuid NOT NULL,
      message_id uuid NOT NULL,
      operation text NOT NULL,
      lane smallint NOT NULL,
      wa_id text NOT NULL,
      remote_jid text NOT NULL,
      payload jsonb NOT NULL,
      state text NOT NULL DEFAULT 'QUEUED',
      settled boolean NOT NULL DEFAULT false,
      failure text NOT NULL DEFAULT '',
      epoch bigint,
      tries integer NOT NULL DEFAULT 0,
      not_before timestamptz,
      sending_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (company_id, message_id, operation),
      UNIQUE (connection_id, wa_id)
    );
    CREATE INDEX outbound_queue ON outbound (connection_id, lane, id) WHERE NOT settled;
    CREATE INDEX outbound_chat ON outbound (conversation_id, lane, id) WHERE NOT settled;
    CREATE TABLE read_marks (
      id bigserial PRIMARY KEY,
      company_id integer NOT NULL,
      connection_id integer NOT NULL,
      remote_jid text NOT NULL,
      participant text NOT NULL,
      wa_ids text[] NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX read_marks_connection ON read_marks (connection_id, id);
    CREATE TABLE api_requests (
      company_id integer NOT NULL,
      connection_id integer NOT NULL,
      key text NOT NULL,
      body_hash text NOT NULL,
      answer json,
      started_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, connection_id, key)
    );
    CREATE INDEX api_requests_started ON api_requests (started_at);
    ${protectTenantTable('outbound')}
    ${protectTenantTable('read_marks')}
    ${protectTenantTable('api_requests')}`,
}
