import type { Migration } from '@balcao/kernel'

/* Since when a ticket waits, and the customer's newest message, which the bot's answers follow. */
export const listWaitingTickets: Migration = {
  name: '20261126T030000-list-waiting-tickets',
  up: `
    ALTER TABLE tickets ADD COLUMN pending_at timestamptz, ADD COLUMN last_received_id uuid,
      ADD COLUMN last_received text NOT NULL DEFAULT '', ADD COLUMN last_received_kind text NOT NULL DEFAULT 'chat';
    UPDATE tickets t SET pending_at = coalesce((SELECT x.queued_at FROM ticket_trackings x
        WHERE x.company_id = t.company_id AND x.ticket_id = t.id AND x.finished_at IS NULL), t.updated_at)
      WHERE t.status = 'pending';
    UPDATE tickets t SET last_received_id = m.id, last_received = m.preview, last_received_kind = m.kind
      FROM (SELECT DISTINCT ON (m.company_id, m.ticket_id) m.company_id, m.ticket_id, m.id, m.preview, m.kind
        FROM messages m JOIN tickets p ON p.company_id = m.company_id AND p.id = m.ticket_id
        WHERE p.status = 'pending' AND NOT m.from_me AND NOT m.deleted
        ORDER BY m.company_id, m.ticket_id, m.seq DESC) m
      WHERE m.company_id = t.company_id AND m.ticket_id = t.id;
    CREATE INDEX tickets_by_wait ON tickets (company_id, (coalesce(pending_at, updated_at)), id) WHERE status = 'pending';`,
}
