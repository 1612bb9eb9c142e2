import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/*
 * Up to which `seq` a ticket's messages and files were erased: one that is reopened and closed again is due again. A rule's `pass_before`
 * is the time before which tickets must be closed, and messages of internal chats written, from the first batch of a run to its last one;
 * its counts are of that run.
 */
export const createRetention: Migration = {
  name: '20261128T081530-create-retention',
  up: `
    ALTER TABLE tickets ADD COLUMN erased_seq integer NOT NULL DEFAULT 0, ADD COLUMN media_erased_seq integer NOT NULL DEFAULT 0;
    CREATE TABLE retention_rules (
      company_id integer NOT NULL,
      kind text COLLATE "C" NOT NULL CHECK (kind IN ('messages', 'media', 'chats')),
      months smallint,
      next_run_at timestamptz NOT NULL,
      pass_before timestamptz,
      erased_before timestamptz,
      last_run_at timestamptz,
      erased_tickets bigint NOT NULL DEFAULT 0,
      erased_messages bigint NOT NULL DEFAULT 0,
      erased_files bigint NOT NULL DEFAULT 0,
      erased_bytes bigint NOT NULL DEFAULT 0,
      PRIMARY KEY (company_id, kind)
    );
    CREATE INDEX retention_rules_due ON retention_rules (next_run_at) WHERE months IS NOT NULL;
    ${protectTenantTable('retention_rules')}`,
}

/* Closed tickets with something to erase, in the order in which they were closed. */
export const indexClosedTickets: Migration = {
  name: '20261128T081600-index-closed-tickets',
  index: 'tickets_with_messages',
  up: `CREATE INDEX CONCURRENTLY tickets_with_messages ON tickets (company_id, (coalesce(closed_at, updated_at)), id)
    WHERE status = 'closed' AND erased_seq < message_seq`,
}

export const indexClosedTicketsWithFiles: Migration = {
  name: '20261128T081700-index-closed-tickets-with-files',
  index: 'tickets_with_files',
  up: `CREATE INDEX CONCURRENTLY tickets_with_files ON tickets (company_id, (coalesce(closed_at, updated_at)), id)
    WHERE status = 'closed' AND media_erased_seq < message_seq`,
}

export const indexOldChatMessages: Migration = {
  name: '20261128T081800-index-old-chat-messages',
  index: 'internal_chat_messages_by_time',
  up: 'CREATE INDEX CONCURRENTLY internal_chat_messages_by_time ON internal_chat_messages (company_id, created_at)',
}
