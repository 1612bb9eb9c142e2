import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/* What was asked of the network about a message and may still be refused; forgotten after a day. */
export const createMessageRequests: Migration = {
  name: '20261121T140000-create-message-requests',
  up: `
    CREATE TABLE message_requests (
      company_id integer NOT NULL,
      id uuid NOT NULL,
      message_id uuid NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
      kind text NOT NULL,
      asked text NOT NULL,
      requested_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, id)
    );
    CREATE INDEX message_requests_of_message ON message_requests (message_id);
    CREATE INDEX message_requests_by_age ON message_requests (requested_at);
    ${protectTenantTable('message_requests')}`,
}
