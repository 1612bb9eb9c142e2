import { contactId, userId, type CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { waitFor } from '@balcao/testkit'

import { PgContactStore } from '../src/adapters/postgres/pg-contact-store'
import { PgInternalChatStore } from '../src/adapters/postgres/pg-internal-chat-store'
import { PgNoteStore } from '../src/adapters/postgres/pg-note-store'
import { findNumberChange, logNumberChange } from '../src/adapters/postgres/pg-number-changes'
import type { InternalChat } from '../src/features/internal-chats/internal-chat.store'
import { COMPANY, connection, contactRow, FOREIGN, person, rig, ticket, type Rig } from './support'

const ALL = { kind: 'all' } as const
const notes = new PgNoteStore()
const chats = new PgInternalChatStore()
const people = new PgContactStore()
const now = new Date('2026-11-24T12:00:00Z')
const ana = { id: userId(2), name: 'Ana' }

let desk: Rig
let contact: ReturnType<typeof contactId>

const own = <T>(work: (tx: Tx) => Promise<T>) => desk.ports.db.withTenant(COMPANY, work)
const snapshot = (table: string) => desk.pg.sql(`SELECT * FROM tickets.${table} ORDER BY 1, 2, 3`)

const buildChat = (fields: Partial<InternalChat> = {}): Omit<InternalChat, 'id'> => ({
  companyId: COMPANY,
  uuid: desk.ports.ids.next(),
  title: 'Diretoria',
  ownerId: ana.id,
  members: [
    { ...ana, unreads: 0 },
    { id: userId(3), name: 'Bia', unreads: 1 },
  ],
  messageSeq: 0,
  lastMessage: '',
  lastSender: null,
  createdAt: now,
  updatedAt: now,
  ...fields,
})

beforeAll(async () => {
  desk = await rig()
  await connection(desk, 1, { isDefault: true })
  await person(desk, { id: 2, name: 'Ana' })
  await person(desk, { id: 3, name: 'Bia' })
  // Who has the same number in another company is somebody else.
  await person(desk, { id: 2, name: 'Alheia', company: FOREIGN })
  contact = contactId(await contactRow(desk, 'Joana'))
})

/* Row-level security and the statements' own conditions: each must be enough alone. */
describe.each([
  [
    'another company, which names itself',
    FOREIGN,
    <T>(work: (tx: Tx) => Promise<T>) => desk.ports.db.withTenant(FOREIGN, work),
  ],
  [
    'another company, which names the owner',
    COMPANY,
    <T>(work: (tx: Tx) => Promise<T>) => desk.ports.db.withTenant(FOREIGN, work),
  ],
  [
    'the platform, which names another company',
    FOREIGN,
    <T>(work: (tx: Tx) => Promise<T>) => desk.ports.db.asPlatform(work),
  ],
])('for %s', (_name, as: CompanyId, through) => {
  it('a note is not there and stays', async () => {
    const ticketId = await ticket(desk, { contactId: contact, status: 'closed' })
    const note = await own((tx) =>
      notes.insert(tx, COMPANY, {
        note: 'segredo',
        ticketId,
        contactId: contact,
        userId: userId(2),
        createdAt: now,
      }),
    )
    expect(await through((tx) => notes.find(tx, as, note.id))).toBeUndefined()
    expect(await through((tx) => notes.listByTicket(tx, as, ticketId))).toEqual([])
    expect(await through((tx) => notes.listByContact(tx, as, contact, ALL))).toEqual([])
    await through((tx) => notes.delete(tx, as, note.id))
    expect(await own((tx) => notes.find(tx, COMPANY, note.id))).toEqual(note)
    expect((await own((tx) => notes.listByContact(tx, COMPANY, contact, ALL)))[0]).toEqual(note)
  })

  it('an internal chat is not there and stays, with its members and messages', async () => {
    const clientId = desk.ports.ids.next()
    const chat = await own(async (tx) => {
      const made = await chats.insert(
        tx,
        buildChat({ messageSeq: 1, lastMessage: 'segredo', lastSender: ana }),
      )
      await chats.insertMessage(tx, {
        id: desk.ports.ids.next(),
        companyId: COMPANY,
        chatId: made.id,
        seq: 1,
        sender: ana,
        message: 'segredo',
        clientId,
        createdAt: now,
      })
      return made
    })
    const tables = ['internal_chats', 'internal_chat_members', 'internal_chat_messages']
    const before = await Promise.all(tables.map(snapshot))
    const key = { companyId: as, chatId: chat.id, senderId: ana.id, clientId }
    expect(await through((tx) => chats.find(tx, as, chat.id))).toBeUndefined()
    expect(await through((tx) => chats.findByUuid(tx, as, chat.uuid))).toBeUndefined()
    expect(await through((tx) => chats.lock(tx, as, chat.id))).toBeUndefined()
    expect(await through((tx) => chats.lockByMember(tx, as, ana.id))).toEqual([])
    expect(
      await through((tx) => chats.page(tx, { companyId: as, userId: ana.id }, '', { offset: 0, limit: 20 })),
    ).toEqual({ items: [], count: 0 })
    expect(await through((tx) => chats.findByClientId(tx, key))).toBeUndefined()
    expect(await through((tx) => chats.listMessages(tx, as, chat.id, { before: 100, limit: 20 }))).toEqual([])
    await through((tx) => chats.save(tx, { ...chat, companyId: as, title: 'tomada', members: [] }))
    await through((tx) => chats.delete(tx, as, chat.id))
    expect(await Promise.all(tables.map(snapshot))).toEqual(before)
    expect(await own((tx) => chats.lock(tx, COMPANY, chat.id))).toMatchObject({
      members: chat.members,
      lastSender: ana,
    })
    expect(await own((tx) => chats.findByClientId(tx, { ...key, companyId: COMPANY }))).toMatchObject({
      sender: ana,
      seq: 1,
    })
  })

  it('what a contact was known by is not there and stays', async () => {
    const former = { kind: 'bsuid' as const, value: `BR.${desk.ports.ids.next()}` }
    const named = [{ ...former, number: '' }]
    await own(async (tx) => {
      await people.claimIdentity(tx, COMPANY, contact, former)
      await people.leaveIdentities(tx, COMPANY, contact, { identities: named, leftAt: now })
    })
    expect(await own((tx) => people.listWriters(tx, COMPANY, [former], now))).toMatchObject([
      { contact: { id: contact }, isFormer: true },
    ])
    expect(await through((tx) => people.listWriters(tx, as, [former], now))).toEqual([])
    expect(await through((tx) => people.listFormer(tx, as, contact))).toEqual([])
    const before = await snapshot('former_identities')
    await through((tx) => people.leaveIdentities(tx, as, contact, { identities: named, leftAt: new Date(0) }))
    expect(await snapshot('former_identities')).toEqual(before)
  })

  it('the change of a contact’s number is not there and stays', async () => {
    const change = { userId: userId(2), isByAdministrator: true, changedAt: now }
    await own((tx) => logNumberChange(tx, COMPANY, contact, { ...change, isByAdministrator: false }))
    await own((tx) => logNumberChange(tx, COMPANY, contact, change))
    expect(await own((tx) => findNumberChange(tx, COMPANY, contact))).toMatchObject(change)
    expect(await through((tx) => findNumberChange(tx, as, contact))).toBeUndefined()
    const theirs = { ...change, userId: userId(9) }
    // The contact is none of theirs: refused by the key to contacts, or by row-level security.
    await expect(through((tx) => logNumberChange(tx, as, contact, theirs))).rejects.toThrow(
      /contact_number_changes/,
    )
    expect(await own((tx) => findNumberChange(tx, COMPANY, contact))).toMatchObject(change)
  })
})

it('an internal chat that was waited for is read with what the other transaction has written', async () => {
  const chat = await own((tx) => chats.insert(tx, buildChat()))
  let waiting: Promise<unknown>[] = []
  await own(async (tx) => {
    const locked = await chats.lock(tx, COMPANY, chat.id)
    if (!locked) throw new Error('no chat')
    waiting = [
      own((other) => chats.lock(other, COMPANY, chat.id)),
      own(async (other) =>
        (await chats.lockByMember(other, COMPANY, ana.id)).find(({ id }) => id === chat.id),
      ),
    ]
    await waitFor(async () => {
      const { length } = await desk.pg.sql(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      return length === 2
    })
    await chats.save(tx, { ...locked, title: 'Fila', members: [{ ...ana, unreads: 5 }] })
  })
  for (const seen of await Promise.all(waiting))
    expect(seen).toMatchObject({ title: 'Fila', members: [{ ...ana, unreads: 5 }] })
  expect(await own((tx) => chats.find(tx, COMPANY, chat.id))).toMatchObject({ title: 'Fila' })
})
