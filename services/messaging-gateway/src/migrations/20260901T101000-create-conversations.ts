import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

export const createConversations: Migration = {
  name: '20260901T101000-create-conversations',
  up: `
    CREATE TABLE conversations (
      id uuid PRIMARY KEY,
      company_id integer NOT NULL,
      connection_id integer NOT NULL,
      merged_into uuid,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE TABLE conversation_aliases (
      company_id integer NOT NULL,
      connection_id integer NOT NULL,
      alias text NOT NULL,
      conversation_id uuid NOT NULL REFERENCES conversations (id),
      PRIMARY KEY (company_id, connection_id, alias)
    );
    CREATE INDEX conversation_aliases_conversation ON conversation_aliases (conversation_id);
    CREATE TABLE inbound_messages (
      id uuid PRIMARY KEY,
      company_id integer NOT NULL,
      connection_id integer NOT NULL,
      conversation_id uuid NOT NULL,
      remote_jid text NOT NULL,
      participant text NOT NULL,
      from_me boolean NOT NULL,
      wa_id text NOT NULL,
      kind text NOT NULL,
      media_key text NOT NULL DEFAULT '',
      sent_at timestamptz NOT NULL,
      recorded_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (company_id, connection_id, remote_jid, participant, from_me, wa_id)
    );
    ${protectTenantTable('conversations')}
    ${protectTenantTable('conversation_aliases')}
    ${protectTenantTable('inbound_messages')}`,
}
