import type { CompanyId, MessageId } from '@balcao/contracts'
import type { Media } from '@balcao/contracts/wire'
import type { Clock } from '@balcao/kernel'
import type { Model } from 'mongoose'

import type { MessageDocument, MessageDocuments } from '../../features/messages/message-documents.port'
import type { MessageRecord } from './message.document'
import { isOnlyDuplicates } from './mongo-failures'
import type { MongoConnection } from './mongo-connection'

const MOST_EARLIER = 20

function mapMessageRecord({ _id, companyId: _companyId, writtenAt: _writtenAt, ...content }: MessageRecord) {
  return { ...content, id: _id } satisfies MessageDocument
}

/** Message documents in MongoDB, by `_id`. Acknowledged by a majority and its journals. */
export class MongoMessageDocuments implements MessageDocuments {
  constructor(
    private readonly connection: MongoConnection,
    private readonly clock: Clock,
  ) {}

  async put(companyId: CompanyId, documents: readonly MessageDocument[]): Promise<void> {
    if (documents.length === 0) return
    const writtenAt = this.clock.now()
    const records = documents.map(({ id, ...content }) => ({ ...content, _id: id, companyId, writtenAt }))
    await this.connection.use(async (messages) => {
      try {
        await messages.insertMany(records, { ordered: false, throwOnValidationError: true })
      } catch (error) {
        if (!isOnlyDuplicates(error)) throw error
      }
    })
  }

  async putFor(companyId: CompanyId, documents: readonly MessageDocument[]): Promise<() => void> {
    await this.put(companyId, documents)
    return () => undefined
  }

  async get(companyId: CompanyId, ids: readonly MessageId[]): Promise<Map<MessageId, MessageDocument>> {
    if (ids.length === 0) return new Map()
    const records = await this.connection.use((messages) =>
      messages.find({ _id: { $in: [...ids] }, companyId }).lean<MessageRecord[]>(),
    )
    return new Map(records.map((record) => [record._id, mapMessageRecord(record)]))
  }

  getLast(): Promise<undefined> {
    return Promise.resolve(undefined)
  }

  async revise(companyId: CompanyId, id: MessageId, body: string, now: Date): Promise<void> {
    await this.connection.use(async (messages) => {
      while (!(await tryToRevise(messages, { companyId, id, body, now })));
    })
  }

  attach(companyId: CompanyId, id: MessageId, media: Media): Promise<boolean> {
    return this.connection.use(async (messages) => {
      const { matchedCount } = await messages.updateOne(
        { _id: id, companyId, media: { $exists: false } },
        { $set: { media } },
      )
      if (matchedCount > 0) return true
      const known = await messages.findOne({ _id: id, companyId }).lean<MessageRecord>()
      return known?.media?.key === media.key
    })
  }

  illustrate(companyId: CompanyId, id: MessageId, thumbnail: string): Promise<boolean> {
    return this.connection.use(async (messages) => {
      const { matchedCount } = await messages.updateOne(
        { _id: id, companyId, media: { $exists: true }, 'media.thumbnail': { $exists: false } },
        { $set: { 'media.thumbnail': thumbnail } },
      )
      if (matchedCount > 0) return true
      const known = await messages.findOne({ _id: id, companyId }).lean<MessageRecord>()
      return known?.media?.thumbnail === thumbnail
    })
  }

  async transcribe(companyId: CompanyId, id: MessageId, transcript: string): Promise<void> {
    await this.connection.use((messages) =>
      messages.updateOne(
        { _id: id, companyId, media: { $exists: true }, transcript: { $exists: false } },
        { $set: { transcript } },
      ),
    )
  }

  async fill(companyId: CompanyId, { id, ...content }: MessageDocument): Promise<void> {
    const { body, vcard, senderName, ...parts } = content
    const given = Object.entries(parts).filter(([name, part]) => name !== 'earlier' && part !== undefined)
    const $set = { body, vcard, senderName, ...Object.fromEntries(given) }
    await this.connection.use((messages) => messages.updateOne({ _id: id, companyId }, { $set }))
  }

  async erase(companyId: CompanyId, ids: readonly MessageId[]): Promise<void> {
    if (ids.length === 0) return
    await this.connection.use((messages) =>
      messages.updateMany(
        { _id: { $in: [...ids] }, companyId },
        {
          $set: { body: '', vcard: '', senderName: '' },
          $unset: { media: 1, quoted: 1, location: 1, ad: 1, template: 1, transcript: 1, earlier: 1 },
        },
      ),
    )
  }

  async unquote(
    companyId: CompanyId,
    ids: readonly MessageId[],
    quoted: readonly MessageId[],
  ): Promise<void> {
    if (ids.length === 0) return
    await this.connection.use((messages) =>
      messages.updateMany(
        { _id: { $in: [...ids] }, companyId, 'quoted.id': { $in: [...quoted] } },
        { $set: { 'quoted.body': '', 'quoted.senderName': '' } },
      ),
    )
  }

  async remove(companyId: CompanyId, ids: readonly MessageId[]): Promise<void> {
    if (ids.length === 0) return
    await this.connection.use((messages) => messages.deleteMany({ _id: { $in: [...ids] }, companyId }))
  }
}

interface Revision {
  companyId: CompanyId
  id: MessageId
  body: string
  now: Date
}

/** False when another write came between reading and writing; that write succeeded, so retries end. */
async function tryToRevise(
  messages: Model<MessageRecord>,
  { companyId, id, body, now }: Revision,
): Promise<boolean> {
  const known = await messages.findOne({ _id: id, companyId }).lean<MessageRecord>()
  if (!known || known.body === body) return true
  const before = { body: known.body, until: now.toISOString() }
  const { matchedCount } = await messages.updateOne(
    { _id: id, companyId, body: known.body },
    { $set: { body }, $push: { earlier: { $each: [before], $slice: -MOST_EARLIER } } },
  )
  return matchedCount > 0
}
