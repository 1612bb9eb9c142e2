import { PgDocumentMoves } from '../src/adapters/postgres/pg-document-moves'
import { moveDocuments } from '../src/features/housekeeping'
import type { DocumentMoves, MovedDocuments } from '../src/features/messages'
import type { Rig } from './support'

/** Documents are old enough to move, and what killed processes claimed is free again. */
export async function letTimePass({ pg }: Pick<Rig, 'pg'>): Promise<void> {
  await pg.sql(`UPDATE tickets.message_documents
    SET created_at = least(created_at, now() - interval '2 minutes'), moving_until = moving_until - interval '1 hour'`)
}

/** Moves all documents, as the job does. */
export async function moveAll(
  { pg, ports }: Pick<Rig, 'pg' | 'ports'>,
  moved: MovedDocuments,
  moves: DocumentMoves = new PgDocumentMoves(ports.db),
): Promise<void> {
  await letTimePass({ pg })
  await moveDocuments({ moves, moved }, new AbortController().signal)
}
