import type { CompanyId, MessageId } from '@balcao/contracts'
import { AppError, type Database, type Tx } from '@balcao/kernel'

import type {
  DocumentChange,
  MessageDocument,
  MessageDocuments,
} from '../features/messages/message-documents.port'
import type { DocumentMove, MovedDocuments } from '../features/messages/moved-documents.port'
import { PgDocumentMoves } from './postgres/pg-document-moves'
import { PgMessageDocuments } from './postgres/pg-message-documents'

/* One without a revision may be an old copy of what is in the other store. */
const isNewest = ({ revision }: DocumentMove): boolean => revision > 0

const byId = (moves: readonly DocumentMove[]): Map<MessageId, MessageDocument> =>
  new Map(moves.map(({ document }) => [document.id, document]))

/**
 * Message documents that are written in Postgres and move to another store. One that is in Postgres is the newest; what is not there
 * was moved before. So every read and change looks in Postgres first: a document is in the other store before it leaves.
 */
export class MovingMessageDocuments implements MessageDocuments {
  private readonly here: PgMessageDocuments
  private readonly moves: PgDocumentMoves

  constructor(
    private readonly db: Database,
    private readonly moved: MovedDocuments,
  ) {
    this.here = new PgMessageDocuments(db)
    this.moves = new PgDocumentMoves(db)
  }

  put(tx: Tx, companyId: CompanyId, documents: readonly MessageDocument[]): void {
    this.here.put(tx, companyId, documents)
  }

  async get(companyId: CompanyId, ids: readonly MessageId[]): Promise<Map<MessageId, MessageDocument>> {
    if (ids.length === 0) return new Map()
    const found = await this.db.withTenant(companyId, (tx) => this.moves.listLast(tx, companyId, ids))
    const newest = byId(found.filter(isNewest))
    const others = ids.filter((id) => !newest.has(id))
    if (others.length === 0) return newest
    const moved = await this.moved.get(companyId, others)
    return new Map([...byId(found), ...moved, ...newest])
  }

  async getLast(
    tx: Tx,
    companyId: CompanyId,
    ids: readonly MessageId[],
  ): Promise<Map<MessageId, MessageDocument> | undefined> {
    const found = byId((await this.moves.listLast(tx, companyId, ids)).filter(isNewest))
    return ids.every((id) => found.has(id)) ? found : undefined
  }

  async change(
    companyId: CompanyId,
    id: MessageId,
    change: DocumentChange,
  ): Promise<MessageDocument | undefined> {
    await this.moveUnnumbered(companyId, [id])
    return (await this.here.change(companyId, id, change)) ?? (await this.moved.change(companyId, id, change))
  }

  /* One that is in Postgres and is being moved is moved again, over what arrives: the other store has it erased at the latest then. */
  async erase(companyId: CompanyId, ids: readonly MessageId[]): Promise<void> {
    await this.moveUnnumbered(companyId, ids)
    await this.here.erase(companyId, ids)
    await this.moved.erase(companyId, ids)
  }

  async unquote(
    companyId: CompanyId,
    ids: readonly MessageId[],
    quoted: readonly MessageId[],
  ): Promise<void> {
    await this.moveUnnumbered(companyId, ids)
    await this.here.unquote(companyId, ids, quoted)
    await this.moved.unquote(companyId, ids, quoted)
  }

  /* Nothing brings a document back that was not being moved when it was removed here, and is removed there afterwards. */
  async remove(companyId: CompanyId, ids: readonly MessageId[]): Promise<void> {
    if (ids.length === 0) return
    await this.here.remove(companyId, ids)
    const left = await this.db.withTenant(companyId, (tx) => this.moves.listLast(tx, companyId, ids))
    if (left.length > 0)
      throw new AppError('ERR_UNAVAILABLE', { detail: `${left.length} message documents are being moved` })
    await this.moved.remove(companyId, ids)
  }

  private async moveUnnumbered(companyId: CompanyId, ids: readonly MessageId[]): Promise<void> {
    if (ids.length === 0) return
    const unnumbered = await this.moves.claimUnnumbered(companyId, ids)
    if (unnumbered.length === 0) return
    const arrived = await this.moved.write(unnumbered)
    await this.moves.finish(arrived)
    if (arrived.length < unnumbered.length)
      throw new AppError('ERR_UNAVAILABLE', { detail: 'message documents could not be moved' })
  }
}
