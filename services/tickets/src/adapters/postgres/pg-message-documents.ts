import { messageId, type CompanyId, type MessageId } from '@balcao/contracts'
import type { Database } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

import type { MessageDocument, MessageDocuments } from '../../features/messages/message-documents.port'

interface DocumentRow {
  id: string
  body: Omit<MessageDocument, 'id'>
}

const bodyOf = ({ id: _id, ...body }: MessageDocument): string => JSON.stringify(body)

/** Message documents in the service's own Postgres. */
export class PgMessageDocuments implements MessageDocuments {
  constructor(private readonly db: Database) {}

  async put(companyId: CompanyId, documents: readonly MessageDocument[]): Promise<void> {
    if (documents.length === 0) return
    await this.db.withTenant(companyId, (tx) =>
      execute(
        tx,
        `INSERT INTO message_documents (company_id, id, body) SELECT $1, d.id, d.body FROM unnest($2::uuid[], $3::json[]) AS d (id, body)
         ON CONFLICT (company_id, id) DO NOTHING`,
        [companyId, documents.map(({ id }) => id), documents.map(bodyOf)],
      ),
    )
  }

  async get(companyId: CompanyId, ids: readonly MessageId[]): Promise<Map<MessageId, MessageDocument>> {
    if (ids.length === 0) return new Map()
    const sql = 'SELECT id, body FROM message_documents WHERE company_id = $1 AND id = ANY ($2::uuid[])'
    const rows = await this.db.withTenant(companyId, (tx) =>
      query<DocumentRow & Record<string, unknown>>(tx, sql, [companyId, ids]),
    )
    return new Map(rows.map(({ id, body }) => [messageId(id), { ...body, id: messageId(id) }]))
  }

  async revise(companyId: CompanyId, id: MessageId, body: string): Promise<void> {
    await this.db.withTenant(companyId, (tx) =>
      execute(
        tx,
        `UPDATE message_documents SET body = (body::jsonb || jsonb_build_object('body', $3::text))::json WHERE company_id = $1 AND id = $2`,
        [companyId, id, body],
      ),
    )
  }

  async erase(companyId: CompanyId, ids: readonly MessageId[]): Promise<void> {
    const erased = JSON.stringify({ body: '', vcard: '', senderName: '' } satisfies Omit<
      MessageDocument,
      'id'
    >)
    await this.db.withTenant(companyId, (tx) =>
      execute(
        tx,
        'UPDATE message_documents SET body = $3::json WHERE company_id = $1 AND id = ANY ($2::uuid[])',
        [companyId, ids, erased],
      ),
    )
  }
}
