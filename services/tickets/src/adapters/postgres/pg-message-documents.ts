import { messageId, type CompanyId, type MessageId } from '@balcao/contracts'
import type { Media } from '@balcao/contracts/wire'
import type { Database, Tx } from '@balcao/kernel'
import { execute, executeLast, executeUnawaited, query, queryLast, sql, type Sql } from '@balcao/platform'

import type {
  EarlierBody,
  MessageDocument,
  MessageDocuments,
} from '../../features/messages/message-documents.port'

interface DocumentRow {
  id: string
  body: Omit<MessageDocument, 'id'>
}

const serializeBody = ({ id: _id, ...body }: MessageDocument): string => JSON.stringify(body)

const MOST_EARLIER = 20

/** The document of a message that was deleted and is still shown as deleted. */
export const ERASED = JSON.stringify({ body: '', vcard: '', senderName: '' } satisfies Omit<
  MessageDocument,
  'id'
>)

const appendEarlier = ({ body, earlier = [] }: DocumentRow['body'], now: Date): EarlierBody[] =>
  [...earlier, { body, until: now.toISOString() }].slice(-MOST_EARLIER)

const insertion = (companyId: CompanyId, documents: readonly MessageDocument[]): Sql =>
  sql`INSERT INTO message_documents (company_id, id, body)
    SELECT ${companyId}::int, d.id, d.body FROM unnest(${documents.map(({ id }) => id)}::uuid[], ${documents.map(serializeBody)}::json[]) AS d (id, body)
    ON CONFLICT (company_id, id) DO NOTHING`

/** Message documents in the service's own Postgres. */
export class PgMessageDocuments implements MessageDocuments {
  constructor(private readonly db: Database) {}

  async put(companyId: CompanyId, documents: readonly MessageDocument[]): Promise<void> {
    if (documents.length === 0) return
    await this.db.withTenant(companyId, (tx) => executeLast(tx, insertion(companyId, documents)))
  }

  putFor(companyId: CompanyId, documents: readonly MessageDocument[]): Promise<(tx: Tx) => void> {
    return Promise.resolve((tx) => executeUnawaited(tx, insertion(companyId, documents)))
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
    return new Map(rows.map(({ id, body }) => [messageId(id), { ...body, id: messageId(id) }]))
  }

  async revise(companyId: CompanyId, id: MessageId, body: string, now: Date): Promise<void> {
    await this.db.withTenant(companyId, async (tx) => {
      const known = await this.lock(tx, companyId, id)
      if (known && known.body !== body)
        await this.write(tx, companyId, id, { ...known, body, earlier: appendEarlier(known, now) })
    })
  }

  attach(companyId: CompanyId, id: MessageId, media: Media): Promise<boolean> {
    return this.db.withTenant(companyId, async (tx) => {
      const known = await this.lock(tx, companyId, id)
      if (!known) return false
      if (known.media) return known.media.key === media.key
      await this.write(tx, companyId, id, { ...known, media })
      return true
    })
  }

  illustrate(companyId: CompanyId, id: MessageId, thumbnail: string): Promise<boolean> {
    return this.db.withTenant(companyId, async (tx) => {
      const known = await this.lock(tx, companyId, id)
      if (!known?.media) return false
      if (known.media.thumbnail) return known.media.thumbnail === thumbnail
      await this.write(tx, companyId, id, { ...known, media: { ...known.media, thumbnail } })
      return true
    })
  }

  async transcribe(companyId: CompanyId, id: MessageId, transcript: string): Promise<void> {
    await this.db.withTenant(companyId, async (tx) => {
      const known = await this.lock(tx, companyId, id)
      if (known?.media && known.transcript === undefined)
        await this.write(tx, companyId, id, { ...known, transcript })
    })
  }

  async fill(companyId: CompanyId, { id, ...content }: MessageDocument): Promise<void> {
    await this.db.withTenant(companyId, async (tx) => {
      const known = await this.lock(tx, companyId, id)
      if (known) await this.write(tx, companyId, id, { ...content, earlier: known.earlier })
    })
  }

  private async lock(tx: Tx, companyId: CompanyId, id: MessageId): Promise<DocumentRow['body'] | undefined> {
    const [row] = await query<DocumentRow & Record<string, unknown>>(
      tx,
      sql`SELECT id, body FROM message_documents WHERE company_id = ${companyId} AND id = ${id} FOR UPDATE`,
    )
    return row?.body
  }

  private async write(tx: Tx, companyId: CompanyId, id: MessageId, body: DocumentRow['body']): Promise<void> {
    await execute(
      tx,
      sql`UPDATE message_documents SET body = ${JSON.stringify(body)}::json WHERE company_id = ${companyId} AND id = ${id}`,
    )
  }

  async erase(companyId: CompanyId, ids: readonly MessageId[]): Promise<void> {
    await this.db.withTenant(companyId, (tx) =>
      execute(
        tx,
        sql`UPDATE message_documents SET body = ${ERASED}::json WHERE company_id = ${companyId} AND id = ANY (${ids}::uuid[])`,
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
        sql`UPDATE message_documents SET body = jsonb_set(body::jsonb, '{quoted}', (body::jsonb->'quoted') || '{"body": "", "senderName": ""}')::json
          WHERE company_id = ${companyId} AND id = ANY (${ids}::uuid[]) AND body->'quoted'->>'id' = ANY (${quoted}::text[])`,
      ),
    )
  }

  async remove(companyId: CompanyId, ids: readonly MessageId[]): Promise<void> {
    await this.db.withTenant(companyId, (tx) =>
      execute(
        tx,
        sql`DELETE FROM message_documents WHERE company_id = ${companyId} AND id = ANY (${ids}::uuid[])`,
      ),
    )
  }
}
