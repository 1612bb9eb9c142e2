import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

export const createInternalChats: Migration = {
  name: '20261122T232000-create-internal-chats',
  up: `
    CREATE TABLE internal_chats (
      id serial PRIMARY KEY,
      company_id integer NOT NULL,
      uuid uuid NOT NULL UNIQUE,
      title text NOT NULL,
      search_text text NOT NULL,
      owner_id integer NOT NULL,
      message_seq integer NOT NULL,
      last_message text NOT NULL,
      last_sender_id integer,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      CONSTRAINT internal_chats_company_id UNIQUE (company_id, id)
    );

    CREATE TABLE internal_chat_members (
      company_id integer NOT NULL,
      user_id integer NOT NULL,
      chat_id integer NOT NULL,
      unreads integer NOT NULL CHECK (unreads >= 0),
      PRIMARY KEY (company_id, user_id, chat_id),
      FOREIGN KEY (company_id, chat_id) REFERENCES internal_chats (company_id, id) ON DELETE CASCADE
    );
    CREATE INDEX internal_chat_members_of_chat ON internal_chat_members (company_id, chat_id);

    CREATE TABLE internal_chat_messages (
      id uuid PRIMARY KEY,
      company_id integer NOT NULL,
      chat_id integer NOT NULL,
      seq integer NOT NULL,
      sender_id integer NOT NULL,
      message text NOT NULL,
      client_id uuid,
      created_at timestamptz NOT NULL,
      CONSTRAINT internal_chat_messages_seq UNIQUE (company_id, chat_id, seq),
      FOREIGN KEY (company_id, chat_id) REFERENCES internal_chats (company_id, id) ON DELETE CASCADE
    );
    CREATE UNIQUE INDEX internal_chat_messages_client ON internal_chat_messages (company_id, chat_id, sender_id, client_id)
      WHERE client_id IS NOT NULL;
    ${['internal_chats', 'internal_chat_members', 'internal_chat_messages'].map(protectTenantTable).join('')}`,
}
