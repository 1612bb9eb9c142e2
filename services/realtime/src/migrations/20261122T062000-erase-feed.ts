import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/* Existing rows get their contact, so that they can be erased too. */
export const eraseFeed: Migration = {
  name: '20261122T062000-erase-feed',
  up: `
    ALTER TABLE feed ADD COLUMN contact_id bigint NOT NULL DEFAULT 0;
    UPDATE feed SET contact_id = coalesce(
      event#>>'{messageAppended,message,contactId}', event#>>'{messageChanged,message,contactId}', event#>>'{ticketChanged,ticket,contact,id}',
      event#>>'{contactChanged,contact,id}', event#>>'{scheduleChanged,schedule,contactId}', '0')::bigint
      WHERE channel IN ('appMessage', 'ticket', 'contact', 'schedule');
    CREATE INDEX feed_of_contact ON feed (company_id, contact_id, seq) WHERE contact_id <> 0;
    CREATE TABLE erased_contacts (
      company_id integer NOT NULL,
      contact_id bigint NOT NULL,
      erased_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, contact_id)
    );
    CREATE TABLE erased_messages (
      company_id integer NOT NULL,
      message_id uuid NOT NULL,
      contact_ids bigint[] NOT NULL,
      erased_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, message_id)
    );
    CREATE INDEX erased_contacts_by_age ON erased_contacts (erased_at);
    CREATE INDEX erased_messages_by_age ON erased_messages (erased_at);
    ${protectTenantTable('erased_contacts')}
    ${protectTenantTable('erased_messages')}`,
}
