import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/*
 * `new_chat`: nobody had written in the chat, nor answered, when the message was queued. Numbers that are there already count
 * from their connection's making: that they are older nobody knows.
 */
export const paceNewChats: Migration = {
  name: '20261122T131000-b-pace-new-chats',
  up: `
    ALTER TABLE outbound ADD COLUMN new_chat boolean NOT NULL DEFAULT false;
    UPDATE outbound o SET new_chat = true FROM conversations c
      WHERE c.id = o.conversation_id AND NOT c.opened AND NOT o.settled AND o.operation = 'send' AND o.remote_jid NOT LIKE '%@g.us';
    CREATE INDEX outbound_new_chats ON outbound (connection_id, id) WHERE NOT settled AND new_chat;
    ALTER TABLE lanes ADD COLUMN new_chats_per_day integer;
    ALTER TABLE lanes ADD COLUMN next_new_chat_at timestamptz;
    ALTER TABLE lanes ADD COLUMN capped_until timestamptz;
    ALTER TABLE lanes ADD COLUMN quota integer;
    ALTER TABLE lanes ADD COLUMN quota_used integer;
    ALTER TABLE connections ADD COLUMN new_chats_hold text NOT NULL DEFAULT '';
    ALTER TABLE connections ADD COLUMN new_chats_held_until timestamptz;
    CREATE TABLE own_numbers (
      company_id integer NOT NULL,
      number text NOT NULL,
      linked_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, number)
    );
    INSERT INTO own_numbers (company_id, number, linked_at)
      SELECT company_id, number, min(created_at) FROM connections WHERE number <> '' GROUP BY company_id, number;
    CREATE TABLE new_chats (
      company_id integer NOT NULL,
      number text NOT NULL,
      conversation_id uuid NOT NULL,
      begun_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, number, conversation_id)
    );
    CREATE INDEX new_chats_begun ON new_chats (company_id, number, begun_at DESC);
    ${protectTenantTable('own_numbers')}
    ${protectTenantTable('new_chats')}`,
}
