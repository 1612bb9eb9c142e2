import type { Migration } from '@balcao/kernel'

/* Whose conversation a message was in: what quotes it is there. Messages that were deleted before this release are erased, too. */
export const growErasures: Migration = {
  name: '20261122T060000-grow-erasures',
  up: `
    ALTER TABLE erasures ADD COLUMN contact_id bigint NOT NULL DEFAULT 0;
    INSERT INTO erasures (company_id, message_id, erase_media, contact_id)
      SELECT m.company_id, m.id, true, t.contact_id FROM messages m JOIN tickets t ON t.company_id = m.company_id AND t.id = m.ticket_id
      WHERE m.deleted ON CONFLICT DO NOTHING;
    UPDATE messages SET preview = '', reactions = '[]' WHERE deleted;`,
}
