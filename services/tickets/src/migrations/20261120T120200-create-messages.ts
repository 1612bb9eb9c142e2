import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/* `ticket_words` is an inverted index in plain rows: behind row-level security Postgres uses no GIN index (its operators
   are not leakproof), but it does use a btree over (company, word). `uses` counts messages, so that a deleted one
   takes its words along: `messages.words` says which those are, whatever became of its document meanwhile. */
export const createMessages: Migration = {
  name: '20261120T120200-create-messages',
  up: `
    CREATE TABLE messages (
      id uuid PRIMARY KEY,
      company_id integer NOT NULL,
      ticket_id bigint NOT NULL,
      seq integer NOT NULL,
      connection_id integer NOT NULL,
      remote_jid text NOT NULL DEFAULT '',
      participant text NOT NULL DEFAULT '',
      from_me boolean NOT NULL,
      wa_id text,
      source text NOT NULL,
      kind text NOT NULL,
      preview text NOT NULL,
      words text[] NOT NULL DEFAULT '{}',
      ack smallint NOT NULL DEFAULT 0,
      failure text NOT NULL DEFAULT '',
      read boolean NOT NULL,
      deleted boolean NOT NULL DEFAULT false,
      edited boolean NOT NULL DEFAULT false,
      client_id uuid,
      user_id integer,
      queue_id integer,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      CONSTRAINT messages_seq UNIQUE (company_id, ticket_id, seq),
      FOREIGN KEY (company_id, ticket_id) REFERENCES tickets (company_id, id) ON DELETE CASCADE
    );
    CREATE UNIQUE INDEX messages_identity ON messages (company_id, connection_id, wa_id, remote_jid, participant, from_me) WHERE wa_id IS NOT NULL;
    CREATE UNIQUE INDEX messages_client_id ON messages (company_id, ticket_id, client_id) WHERE client_id IS NOT NULL;
    CREATE INDEX messages_unread ON messages (company_id, ticket_id) WHERE NOT read;

    CREATE TABLE message_documents (
      company_id integer NOT NULL,
      id uuid NOT NULL,
      body json NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (company_id, id)
    );
    CREATE INDEX message_documents_by_creation ON message_documents (created_at);

    CREATE TABLE ticket_words (
      company_id integer NOT NULL,
      ticket_id bigint NOT NULL,
      word text COLLATE "C" NOT NULL,
      uses integer NOT NULL,
      PRIMARY KEY (company_id, ticket_id, word),
      FOREIGN KEY (company_id, ticket_id) REFERENCES tickets (company_id, id) ON DELETE CASCADE
    ) WITH (fillfactor = 90);
    CREATE INDEX ticket_words_by_word ON ticket_words (company_id, word, ticket_id);

    CREATE TABLE pending_acks (
      company_id integer NOT NULL,
      message_id uuid NOT NULL,
      ack smallint NOT NULL,
      failure text NOT NULL,
      wa_id text NOT NULL,
      remote_jid text NOT NULL,
      received_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, message_id)
    );
    CREATE INDEX pending_acks_by_age ON pending_acks (received_at);

    CREATE TABLE contact_sends (
      company_id integer NOT NULL,
      client_key text NOT NULL,
      ticket_id bigint NOT NULL,
      message_ids uuid[] NOT NULL,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, client_key)
    );
    CREATE INDEX contact_sends_by_age ON contact_sends (created_at);

    CREATE TABLE erasures (
      company_id integer NOT NULL,
      message_id uuid NOT NULL,
      erase_media boolean NOT NULL,
      requested_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (company_id, message_id)
    );
    ${['messages', 'message_documents', 'ticket_words', 'pending_acks', 'contact_sends', 'erasures'].map(protectTenantTable).join('')}`,
}
