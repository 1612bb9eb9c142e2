import type { ChatId, CompanyId, UserId } from '@balcao/contracts'
import type { Counted, Slice, Tx } from '@balcao/kernel'
import {
  deleteRows,
  execute,
  findRow,
  insertRow,
  LessThan,
  saveRow,
  sql,
  readSlice,
  type ListOrder,
  whereMatches,
} from '@balcao/platform'

import type {
  InternalChat,
  InternalChatStore,
  InternalMessage,
} from '../../features/internal-chats/internal-chat.store'
import { internalChats, internalMessages } from './internal-chat-table'
import { repositoryOf } from './tables'

const toRow = (chat: Omit<InternalChat, 'id'>) => ({ ...chat, lastSenderId: chat.lastSender?.id ?? null })

async function saveMembers(tx: Tx, { companyId, id, members }: InternalChat): Promise<void> {
  const ids = members.map((member) => member.id)
  await execute(
    tx,
    sql`DELETE FROM internal_chat_members WHERE company_id = ${companyId} AND chat_id = ${id} AND user_id <> ALL(${ids}::int[])`,
  )
  await execute(
    tx,
    sql`INSERT INTO internal_chat_members AS m (company_id, chat_id, user_id, unreads)
      SELECT ${companyId}, ${id}, given.user_id, given.unreads
      FROM unnest(${ids}::int[], ${members.map(({ unreads }) => unreads)}::int[]) AS given (user_id, unreads)
      ON CONFLICT (company_id, user_id, chat_id) DO UPDATE SET unreads = excluded.unreads
      WHERE m.unreads <> excluded.unreads`,
  )
}

const selectOfMember = (tx: Tx, companyId: CompanyId, member: UserId) =>
  repositoryOf(tx, internalChats)
    .createQueryBuilder('c')
    .where({ companyId })
    .andWhere(
      'c.id IN (SELECT chat_id FROM internal_chat_members WHERE company_id = :companyId AND user_id = :member)',
      { companyId, member },
    )

const order: ListOrder = { own: ['c.updatedAt', 'DESC'] }

/** Internal chats in Postgres. */
export class PgInternalChatStore implements InternalChatStore {
  async insert(tx: Tx, chat: Omit<InternalChat, 'id'>): Promise<InternalChat> {
    const inserted = await insertRow(repositoryOf(tx, internalChats), toRow(chat))
    await saveMembers(tx, inserted)
    return inserted
  }

  find(tx: Tx, companyId: CompanyId, id: ChatId): Promise<InternalChat | undefined> {
    return findRow(repositoryOf(tx, internalChats), { companyId, id })
  }

  findByUuid(tx: Tx, companyId: CompanyId, uuid: string): Promise<InternalChat | undefined> {
    return findRow(repositoryOf(tx, internalChats), { companyId, uuid })
  }

  /* Read by a second statement: the members of a row that had to be waited for are those after the wait. */
  async lock(tx: Tx, companyId: CompanyId, id: ChatId): Promise<InternalChat | undefined> {
    await repositoryOf(tx, internalChats).findOne({
      select: { id: true },
      where: { companyId, id },
      lock: { mode: 'pessimistic_write' },
    })
    return this.find(tx, companyId, id)
  }

  async lockByMember(tx: Tx, companyId: CompanyId, member: UserId): Promise<InternalChat[]> {
    const own = selectOfMember(tx, companyId, member).orderBy('c.id')
    await own.clone().select('c.id').setLock('pessimistic_write').getMany()
    return own.getMany()
  }

  async save(tx: Tx, chat: InternalChat): Promise<void> {
    const { companyId, id } = chat
    await saveRow(repositoryOf(tx, internalChats), { companyId, id }, toRow(chat))
    await saveMembers(tx, chat)
  }

  async delete(tx: Tx, companyId: CompanyId, id: ChatId): Promise<void> {
    await deleteRows(repositoryOf(tx, internalChats), { companyId, id })
  }

  page(
    tx: Tx,
    { companyId, userId: member }: { companyId: CompanyId; userId: UserId },
    search: string,
    slice: Slice,
  ): Promise<Counted<InternalChat>> {
    return readSlice(whereMatches(selectOfMember(tx, companyId, member), search), slice, order)
  }

  async insertMessage(tx: Tx, message: InternalMessage): Promise<void> {
    await insertRow(repositoryOf(tx, internalMessages), { ...message, senderId: message.sender.id })
  }

  findByClientId(
    tx: Tx,
    key: { companyId: CompanyId; chatId: ChatId; senderId: UserId; clientId: string },
  ): Promise<InternalMessage | undefined> {
    return findRow(repositoryOf(tx, internalMessages), key)
  }

  listMessages(
    tx: Tx,
    companyId: CompanyId,
    chatId: ChatId,
    { before, limit }: { before: number; limit: number },
  ): Promise<InternalMessage[]> {
    const where = { companyId, chatId, seq: LessThan(before) }
    return repositoryOf(tx, internalMessages).find({ where, order: { seq: 'DESC' }, take: limit })
  }
}
