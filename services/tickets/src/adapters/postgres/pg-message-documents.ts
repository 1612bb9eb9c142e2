import { messageId, type CompanyId, type MessageId } from '@balcao/contracts'
import type { Database, Tx } from '@balcao/kernel'
import { execute, executeUnawaited, query, queryLast, sql } from '@balcao/platform'

import type {
  DocumentChange,
  MessageDocument,
  MessageDocuments,
} from '../../features/messages/message-documents.port'

interface DocumentRow {
  id: string
  body: Omit<MessageDocument, 'id'>
}

const serializeBody = ({ id: _id, ...body }: MessageDocument): string => JSON.stringify(body)

/* The document of a message that was deleted and is still shown as deleted. */
const ERASED = JSON.stringify({ body: '', vcard: '', senderName: '' } satisfies Omit<MessageDocument, 'id'>)

const toDocument = ({ id, body }: DocumentRow): MessageDocument => ({ ...body, id: messageId(id) })

/** Message documents in the service's own Postgres. Each change of one raises its revision, which begins with 1. */
export class PgMessageDocuments implements MessageDocuments {
  constructor(private readonly db: Database) {}

  put(tx: Tx, companyId: CompanyId, documents: readonly MessageDocument[]): void {
    if (documents.length === 0) return
    executeUnawaited(
      tx,
      sql`INSERT INTO message_documents (company_id, id, body, revision)
        SELECT ${companyId}::int, d.id, d.body, 1 FROM unnest(${documents.map(({ id }) => id)}::uuid[], ${documents.map(serializeBody)}::json[]) AS d (id, body)
        ON CONFLICT (company_id, id) DO NOTHING`,
    )
  }

  async get(companyId: CompanyId, ids: readonly MessageId[]): Promise<Map<MessageId, MessageDocument>> {
    if (ids.length === 0) return new Map()
    return this.db.withTenant(companyId, (tx) => this.getLast(tx, companyId, ids))
  }

  async getLast(
    tx: Tx,
    companyId: CompanyId,
    ids: readonly MessageId[],
  ): Promise<Map<MessageId, MessageDocument>> {
    const rows = await queryLast<DocumentRow & Record<string, unknown>>(
      tx,
      sql`SELECT id, body FROM message_documents WHERE company_id = ${companyId} AND id = ANY (${ids}::uuid[])`,
    )
    return new Map(rows.map((row) => [messageId(row.id), toDocument(row)]))
  }

  change(companyId: CompanyId, id: MessageId, change: DocumentChange): Promise<MessageDocument | undefined> {
    return this.db.withTenant(companyId, async (tx) => {
      const [row] = await query<DocumentRow & Record<string, unknown>>(
        tx,
        sql`SELECT id, body FROM message_documents WHERE company_id = ${companyId} AND id = ${id} FOR UPDATE`,
      )
      const known = row && toDocument(row)
      const changed = known && change(known)
      if (!changed) return known
      await execute(
        tx,
        sql`UPDATE message_documents SET body = ${serializeBody(changed)}::json, revision = revision + 1
          WHERE company_id = ${companyId} AND id = ${id}`,
      )
      return changed
    })
  }

  async erase(companyId: CompanyId, ids: readonly MessageId[]): Promise<void> {
    await this.db.withTenant(companyId, (tx) =>
      execute(
        tx,
        sql`UPDATE message_documents SET body = ${ERASED}::json, revision = revision + 1
          WHERE company_id = ${companyId} AND id = ANY (${ids}::uuid[])`,
      ),
    )
  }

  async unquote(
    companyId: CompanyId,
    ids: readonly MessageId[],
    quoted: readonly MessageId[],
  ): Promise<void> {
    await this.db.withTenant(companyId, (tx) =>
      execute(
        tx,
        sql`UPDATE message_documents SET revision = revision + 1,
            body = jsonb_set(body::jsonb, '{quoted}', (body::jsonb->'quoted') || '{"body": "", "senderName": ""}')::json
          WHERE company_id = ${companyId} AND id = ANY (${ids}::uuid[]) AND body->'quoted'->>'id' = ANY (${quoted}::text[])`,
      ),
    )
  }

  async remove(companyId: CompanyId, ids: readonly MessageId[]): Promise<void> {
    await this.db.withTenant(companyId, (tx) =>
      execute(
        tx,
        sql`DELETE FROM message_documents
          WHERE company_id = ${companyId} AND id = ANY (${ids}::uuid[]) AND (moving_until IS NULL OR moving_until < now())`,
      ),
    )
  }
}
