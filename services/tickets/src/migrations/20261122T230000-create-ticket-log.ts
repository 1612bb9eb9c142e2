import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/** Who did what with a ticket: one row per change of its assignment, deleted with the ticket. */
export const createTicketLog: Migration = {
  name: '20261122T230000-create-ticket-log',
  up: `
    CREATE TABLE ticket_log (
      id bigint GENERATED ALWAYS AS IDENTITY,
      company_id integer NOT NULL,
      ticket_id bigint NOT NULL,
      action text NOT NULL,
      user_id integer,
      from_user_id integer,
      from_queue_id integer,
      from_connection_id integer,
      to_user_id integer,
      to_queue_id integer,
      to_connection_id integer NOT NULL,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, ticket_id, id),
      FOREIGN KEY (company_id, ticket_id) REFERENCES tickets (company_id, id) ON DELETE CASCADE
    );
    ${protectTenantTable('ticket_log')}`,
}
