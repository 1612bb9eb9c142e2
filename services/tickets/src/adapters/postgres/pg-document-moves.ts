import { companyId, messageId, type CompanyId, type MessageId } from '@balcao/contracts'
import { AppError, type Database, type Tx } from '@balcao/kernel'
import { execute, query, queryLast, sql } from '@balcao/platform'

import type { MessageDocument } from '../../features/messages/message-documents.port'
import type { DocumentMove, DocumentMoves } from '../../features/messages/moved-documents.port'

interface MoveRow extends Record<string, unknown> {
  company_id: number
  id: string
  body: Omit<MessageDocument, 'id'>
  revision: number
}

const mapMoveRow = (row: MoveRow): DocumentMove => ({
  companyId: companyId(row.company_id),
  revision: row.revision,
  document: { ...row.body, id: messageId(row.id) },
})

/**
 * Documents in Postgres as something that moves to another store. A claim is `moving_until`, by the database's clock: it outlives a
 * lost connection, so that what its holder still writes cannot come behind a removal.
 */
export class PgDocumentMoves implements DocumentMoves {
  constructor(private readonly db: Database) {}

  async claimNext(most: number): Promise<DocumentMove[]> {
    // Documents of every company move in the order in which they came.
    const rows = await this.db.asPlatform((tx) =>
      query<MoveRow>(
        tx,
        sql`UPDATE message_documents d SET moving_until = now() + interval '2 minutes'
          FROM (SELECT company_id, id FROM message_documents
            WHERE created_at < now() - interval '1 minute' AND (moving_until IS NULL OR moving_until < now())
            ORDER BY created_at LIMIT ${most}::int FOR UPDATE SKIP LOCKED) next
          WHERE d.company_id = next.company_id AND d.id = next.id
          RETURNING d.company_id, d.id, d.body, d.revision`,
      ),
    )
    return rows.map(mapMoveRow)
  }

  /**
   * Claims those of these documents that were written before documents had revisions: the other store may have a newer one.
   * @throws {AppError} ERR_UNAVAILABLE when one of them is claimed already
   */
  async claimUnnumbered(company: CompanyId, ids: readonly MessageId[]): Promise<DocumentMove[]> {
    const rows = await this.db.withTenant(company, (tx) =>
      queryLast<MoveRow & { is_claimed: boolean }>(
        tx,
        sql`UPDATE message_documents
          SET moving_until = CASE WHEN moving_until >= now() THEN moving_until ELSE now() + interval '2 minutes' END
          WHERE company_id = ${company} AND id = ANY (${ids}::uuid[]) AND revision = 0
          RETURNING company_id, id, body, revision, moving_until = now() + interval '2 minutes' AS is_claimed`,
      ),
    )
    if (rows.some((row) => !row.is_claimed))
      throw new AppError('ERR_UNAVAILABLE', { detail: 'message documents are being moved' })
    return rows.map(mapMoveRow)
  }

  /** The documents of these ids that are here, as the last statement of a transaction. */
  async listLast(tx: Tx, company: CompanyId, ids: readonly MessageId[]): Promise<DocumentMove[]> {
    const rows = await queryLast<MoveRow>(
      tx,
      sql`SELECT company_id, id, body, revision FROM message_documents WHERE company_id = ${company} AND id = ANY (${ids}::uuid[])`,
    )
    return rows.map(mapMoveRow)
  }

  /** The first `most` documents after this one, by company and id, of every company. */
  async listAfter(last: DocumentMove | undefined, most: number): Promise<DocumentMove[]> {
    const [company, id] = [last?.companyId ?? 0, last?.document.id ?? '00000000-0000-0000-0000-000000000000']
    const rows = await this.db.asPlatform((tx) =>
      query<MoveRow>(
        tx,
        sql`SELECT company_id, id, body, revision FROM message_documents
          WHERE (company_id, id) > (${company}::int, ${id}::uuid) ORDER BY company_id, id LIMIT ${most}::int`,
      ),
    )
    return rows.map(mapMoveRow)
  }

  async finish(moves: readonly DocumentMove[]): Promise<void> {
    if (moves.length === 0) return
    const companies = moves.map((move) => move.companyId)
    const ids = moves.map(({ document }) => document.id)
    const revisions = moves.map(({ revision }) => revision)
    // A batch has documents of several companies.
    await this.db.asPlatform((tx) =>
      execute(
        tx,
        sql`DELETE FROM message_documents d
          USING unnest(${companies}::int[], ${ids}::uuid[], ${revisions}::int[]) AS moved (company_id, id, revision)
          WHERE d.company_id = moved.company_id AND d.id = moved.id AND d.revision = moved.revision`,
      ),
    )
  }
}
