import { userId, type ChatId, type CompanyId, type UserId } from '@balcao/contracts'
import { AppError, foldText, type Tx } from '@balcao/kernel'
import { escapeLike, execute, noSql, query, sql, type Row, type Sql } from '@balcao/platform'

import type {
  InternalChat,
  InternalChatStore,
  InternalMessage,
  Member,
} from '../../features/internal-chats/internal-chat.store'
import { internalChats, internalMessages } from './internal-chat-table'

/* Chats with their members; names are the directory's. */
const chatRows = sql`SELECT ${internalChats.columnsOf('c')}, s.name AS sender_name,
    (SELECT json_agg(json_build_object('id', m.user_id, 'name', coalesce(u.name, ''), 'unreads', m.unreads) ORDER BY m.user_id)
      FROM internal_chat_members m LEFT JOIN directory_users u USING (company_id, user_id)
      WHERE m.company_id = c.company_id AND m.chat_id = c.id) AS members
  FROM internal_chats c
  LEFT JOIN directory_users s ON s.company_id = c.company_id AND s.user_id = c.last_sender_id`

const messageRows = sql`SELECT ${internalMessages.columnsOf('m')}, coalesce(u.name, '') AS sender_name
  FROM internal_chat_messages m LEFT JOIN directory_users u ON u.company_id = m.company_id AND u.user_id = m.sender_id`

function mapChatRow(row: Row): InternalChat {
  const { lastSenderId, ...chat } = internalChats.read(row)
  const { members, sender_name: name } = row as Row & { members: Member[] | null; sender_name: string | null }
  const lastSender = lastSenderId === null ? null : { id: userId(lastSenderId), name: name ?? '' }
  return { ...chat, lastSender, members: members ?? [] }
}

function mapMessageRow(row: Row): InternalMessage {
  const { senderId, ...message } = internalMessages.read(row)
  return { ...message, sender: { id: userId(senderId), name: String(row['sender_name']) } }
}

function matching(search: string): Sql {
  const folded = foldText(search.trim())
  return folded === '' ? noSql : sql`AND c.search_text LIKE ${`%${escapeLike(folded)}%`}`
}

const findChats = async (tx: Tx, rest: Sql): Promise<InternalChat[]> =>
  (await query<Row>(tx, sql`${chatRows} ${rest}`)).map(mapChatRow)

const toRow = ({ lastSender, ...chat }: Omit<InternalChat, 'id'>) => ({
  ...chat,
  lastSenderId: lastSender?.id ?? null,
})

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

/** Internal chats in Postgres. */
export class PgInternalChatStore implements InternalChatStore {
  async insert(tx: Tx, { members, ...chat }: Omit<InternalChat, 'id'>): Promise<InternalChat> {
    const row = await internalChats.insert(tx, toRow({ ...chat, members }))
    if (!row) throw new AppError('ERR_INTERNAL', { detail: 'an internal chat was not inserted' })
    const inserted = { ...chat, members, id: row.id }
    await saveMembers(tx, inserted)
    return inserted
  }

  async find(tx: Tx, companyId: CompanyId, id: ChatId): Promise<InternalChat | undefined> {
    return (await findChats(tx, sql`WHERE c.company_id = ${companyId} AND c.id = ${id}`))[0]
  }

  async findByUuid(tx: Tx, companyId: CompanyId, uuid: string): Promise<InternalChat | undefined> {
    return (await findChats(tx, sql`WHERE c.company_id = ${companyId} AND c.uuid = ${uuid}`))[0]
  }

  /* Read by a second statement: the members of a row that had to be waited for are those after the wait. */
  async lock(tx: Tx, companyId: CompanyId, id: ChatId): Promise<InternalChat | undefined> {
    await execute(
      tx,
      sql`SELECT FROM internal_chats WHERE company_id = ${companyId} AND id = ${id} FOR UPDATE`,
    )
    return this.find(tx, companyId, id)
  }

  async lockByMember(tx: Tx, companyId: CompanyId, member: UserId): Promise<InternalChat[]> {
    const own = sql`SELECT chat_id FROM internal_chat_members WHERE company_id = ${companyId} AND user_id = ${member}`
    await execute(
      tx,
      sql`SELECT FROM internal_chats WHERE company_id = ${companyId} AND id IN (${own}) ORDER BY id FOR UPDATE`,
    )
    return findChats(tx, sql`WHERE c.company_id = ${companyId} AND c.id IN (${own}) ORDER BY c.id`)
  }

  async save(tx: Tx, chat: InternalChat): Promise<void> {
    const { companyId, id } = chat
    await internalChats.update(tx, toRow(chat), sql`WHERE company_id = ${companyId} AND id = ${id}`)
    await saveMembers(tx, chat)
  }

  async delete(tx: Tx, companyId: CompanyId, id: ChatId): Promise<void> {
    await execute(tx, sql`DELETE FROM internal_chats WHERE company_id = ${companyId} AND id = ${id}`)
  }

  async page(
    tx: Tx,
    { companyId, userId: member }: { companyId: CompanyId; userId: UserId },
    search: string,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ chats: InternalChat[]; count: number }> {
    const where = sql`WHERE c.company_id = ${companyId} ${matching(search)} AND c.id IN
      (SELECT chat_id FROM internal_chat_members WHERE company_id = ${companyId} AND user_id = ${member})`
    const chats = await findChats(
      tx,
      sql`${where} ORDER BY c.updated_at DESC, c.id DESC LIMIT ${limit} OFFSET ${offset}`,
    )
    const [total] = await query<{ count: number }>(
      tx,
      sql`SELECT count(*)::int AS count FROM internal_chats c ${where}`,
    )
    return { chats, count: total?.count ?? 0 }
  }

  async insertMessage(tx: Tx, { sender, ...message }: InternalMessage): Promise<void> {
    await internalMessages.insert(tx, { ...message, senderId: sender.id })
  }

  async findByClientId(
    tx: Tx,
    key: { companyId: CompanyId; chatId: ChatId; senderId: UserId; clientId: string },
  ): Promise<InternalMessage | undefined> {
    const [row] = await query<Row>(
      tx,
      sql`${messageRows} WHERE m.company_id = ${key.companyId} AND m.chat_id = ${key.chatId}
        AND m.sender_id = ${key.senderId} AND m.client_id = ${key.clientId}`,
    )
    return row && mapMessageRow(row)
  }

  async listMessages(
    tx: Tx,
    companyId: CompanyId,
    chatId: ChatId,
    before: number,
    limit: number,
  ): Promise<InternalMessage[]> {
    const rows = await query<Row>(
      tx,
      sql`${messageRows} WHERE m.company_id = ${companyId} AND m.chat_id = ${chatId} AND m.seq < ${before}
        ORDER BY m.seq DESC LIMIT ${limit}`,
    )
    return rows.map(mapMessageRow)
  }
}
