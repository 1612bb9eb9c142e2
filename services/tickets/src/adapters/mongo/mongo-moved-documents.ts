import type { CompanyId, MessageId } from '@balcao/contracts'
import type { Model } from 'mongoose'

import type { DocumentChange, MessageDocument } from '../../features/messages/message-documents.port'
import type { DocumentMove, MovedDocuments } from '../../features/messages/moved-documents.port'
import type { MessageRecord } from './message.document'
import { isOnlyRefusals } from './mongo-failures'
import type { MongoConnection } from './mongo-connection'

function mapMessageRecord({
  _id,
  companyId: _companyId,
  revision: _revision,
  ...content
}: MessageRecord): MessageDocument {
  // Documents of earlier releases have a time of their own.
  const { writtenAt: _writtenAt, ...known } = content as typeof content & { writtenAt?: Date }
  return { ...known, id: _id }
}

/* As JSON has it: without members that are undefined, which the driver would write as null. */
function toRecord({ companyId, revision, document }: DocumentMove): MessageRecord {
  const { id, ...content } = document
  const plain = JSON.parse(JSON.stringify(content)) as Omit<MessageRecord, '_id' | 'companyId' | 'revision'>
  return { ...plain, _id: id, companyId, revision }
}

/* Of the documents that the move may replace; any other one stands, and inserting beside it is refused. One without a revision is older than
   any that has one. */
const olderThan = ({ companyId, revision, document }: DocumentMove) => ({
  _id: document.id,
  companyId,
  ...(revision > 0
    ? { $or: [{ revision: { $lt: revision } }, { revision: null }] }
    : { revision: { $lt: 0 } }),
})

/** Message documents in MongoDB, by `_id`. Acknowledged by a majority and its journals. */
export class MongoMovedDocuments implements MovedDocuments {
  constructor(private readonly connection: MongoConnection) {}

  async assertReachable(): Promise<void> {
    await this.connection.use((messages) => messages.findOne().select({ _id: 1 }).lean())
  }

  async write(moves: readonly DocumentMove[]): Promise<DocumentMove[]> {
    if (moves.length === 0) return []
    return this.connection.use(async (messages) => {
      const isWritten = await tryToWrite(messages, moves)
      return isWritten ? [...moves] : listArrived(messages, moves)
    })
  }

  async get(companyId: CompanyId, ids: readonly MessageId[]): Promise<Map<MessageId, MessageDocument>> {
    if (ids.length === 0) return new Map()
    const records = await this.connection.use((messages) =>
      messages.find({ _id: { $in: [...ids] }, companyId }).lean<MessageRecord[]>(),
    )
    return new Map(records.map((record) => [record._id, mapMessageRecord(record)]))
  }

  change(companyId: CompanyId, id: MessageId, change: DocumentChange): Promise<MessageDocument | undefined> {
    return this.connection.use(async (messages) => {
      // Another write that came between reading and writing succeeded, so this ends.
      for (;;) {
        const record = await messages.findOne({ _id: id, companyId }).lean<MessageRecord>()
        const known = record && mapMessageRecord(record)
        const changed = known && change(known)
        if (!record || !known || !changed) return known ?? undefined
        const revision = (record.revision ?? 0) + 1
        const { matchedCount } = await messages.replaceOne(
          { _id: id, companyId, revision: record.revision ?? null },
          toRecord({ companyId, revision, document: changed }),
        )
        if (matchedCount > 0) return changed
      }
    })
  }

  async erase(companyId: CompanyId, ids: readonly MessageId[]): Promise<void> {
    if (ids.length === 0) return
    await this.connection.use((messages) =>
      messages.updateMany(
        { _id: { $in: [...ids] }, companyId },
        {
          $set: { body: '', vcard: '', senderName: '' },
          $unset: {
            media: 1,
            quoted: 1,
            location: 1,
            ad: 1,
            template: 1,
            choices: 1,
            choiceId: 1,
            transcript: 1,
            earlier: 1,
          },
          $inc: { revision: 1 },
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
        { $set: { 'quoted.body': '', 'quoted.senderName': '' }, $inc: { revision: 1 } },
      ),
    )
  }

  async remove(companyId: CompanyId, ids: readonly MessageId[]): Promise<void> {
    if (ids.length === 0) return
    await this.connection.use((messages) => messages.deleteMany({ _id: { $in: [...ids] }, companyId }))
  }
}

/** False when some were refused: because a document that may not be replaced is there, or for their content. */
async function tryToWrite(messages: Model<MessageRecord>, moves: readonly DocumentMove[]): Promise<boolean> {
  const writes = moves.map((move) => ({
    replaceOne: { filter: olderThan(move), replacement: toRecord(move), upsert: true },
  }))
  try {
    const { matchedCount, upsertedCount } = await messages.bulkWrite(writes, { ordered: false })
    return matchedCount + upsertedCount === moves.length
  } catch (error) {
    if (!isOnlyRefusals(error)) throw error
    return false
  }
}

/* What another process wrote counts once a majority has it: the move ends with deleting what it was copied from. */
async function listArrived(
  messages: Model<MessageRecord>,
  moves: readonly DocumentMove[],
): Promise<DocumentMove[]> {
  const records = await messages
    .find({
      _id: { $in: moves.map(({ document }) => document.id) },
      companyId: { $in: moves.map(({ companyId }) => companyId) },
    })
    .select({ companyId: 1, revision: 1 })
    .readConcern('majority')
    .lean<Pick<MessageRecord, '_id' | 'companyId' | 'revision'>[]>()
  const known = new Map(records.map((record) => [record._id, record]))
  return moves.filter(({ companyId, revision, document }) => {
    const record = known.get(document.id)
    return record?.companyId === companyId && (record.revision ?? 0) >= revision
  })
}
