import type { Migration } from '@balcao/kernel'

/* A document moves to MongoDB, where there is one, in the revision that was read. 0: written before there were revisions, perhaps a copy
   of one that MongoDB has. `moving_until`: nobody else moves or removes it until then. */
export const moveDocuments: Migration = {
  name: '20261127T171500-move-documents',
  up: `
    ALTER TABLE message_documents ADD COLUMN revision integer NOT NULL DEFAULT 0;
    ALTER TABLE message_documents ADD COLUMN moving_until timestamptz;`,
}
