import { companyId, type CompanyId } from '@balcao/contracts'
import type { EventValue } from '@balcao/contracts/wire'
import { testDatabase, type TestDatabase } from '@balcao/testkit'

import { realtimeMigrations } from '../src/migrations'
import { buildContact, buildMessage, openDesk, buildTicket, type Desk } from './support'

let pg: TestDatabase
let desk: Desk
const [A, B] = [companyId(41), companyId(42)]
const M = '019c0000-0000-7000-9000-000000000001'
const N = '019c0000-0000-7000-9000-000000000002'

beforeAll(async () => {
  pg = await testDatabase([realtimeMigrations])
  desk = await openDesk(pg)
})
afterAll(() => desk.close())
beforeEach(() => pg.empty('realtime.feed', 'realtime.erased_contacts', 'realtime.erased_messages'))

const readFeedRows = async (company: CompanyId) =>
  (
    await pg.sql<{ text: string }>(
      `SELECT event::text AS text FROM realtime.feed WHERE company_id = ${company} ORDER BY seq`,
    )
  ).map(({ text }) => text)

const says = (company: CompanyId, id: string, body: string, contact = 5) =>
  desk.publish(company, 'messageAppended', {
    message: buildMessage(company, { id, body, contactId: contact }),
    ticket: buildTicket(company, {
      contact: buildContact(company, { id: contact }),
      lastMessage: body,
      lastMessageId: id,
    }),
    previous: undefined,
  })

const erase = (company: CompanyId, value: Partial<EventValue<'messagesErased'>>) =>
  desk.publish(company, 'messagesErased', {
    contactId: 5,
    relatedIds: [],
    messageIds: [M],
    forgotten: false,
    contactGone: false,
    ...value,
  })

const eraseContact = (company: CompanyId, contactId: number, formerIds: number[] = []) =>
  desk.publish(company, 'contactErased', { contactId, formerIds, identities: [] })

it('a deleted message says nothing any more, in its own company', async () => {
  for (const company of [A, B]) {
    await says(company, M, 'segredo')
    await says(company, N, 'outra')
  }
  await erase(A, {})
  const [first, second] = await readFeedRows(A)
  expect([first?.includes('segredo'), first?.includes('"deleted":true'), second?.includes('outra')]).toEqual([
    false,
    true,
    true,
  ])
  expect((await readFeedRows(B))[0]).toContain('segredo')
})

it('rows that were told before a merge, under the other id, are found as well', async () => {
  await says(A, M, 'segredo', 6)
  await erase(A, { relatedIds: [6] })
  expect((await readFeedRows(A))[0]).not.toContain('segredo')
})

it('a contact leaves empty rows in their places, whichever id it was told under', async () => {
  await says(A, M, 'segredo', 6)
  await desk.publish(A, 'contactChanged', { contact: buildContact(A, { name: 'Segredo' }), created: false })
  await says(A, N, 'outra', 7)
  await says(B, M, 'segredo', 6)
  await eraseContact(A, 5, [6])
  const rows = await readFeedRows(A)
  expect(rows.slice(0, 2)).toEqual(['{}', '{}'])
  expect([rows.length, rows[2]?.includes('outra'), (await readFeedRows(B))[0]?.includes('segredo')]).toEqual([
    3,
    true,
    true,
  ])
})

it('what comes late about an erased contact is written empty', async () => {
  await eraseContact(A, 5)
  await says(A, M, 'segredo')
  await says(B, M, 'segredo')
  expect([await readFeedRows(A), (await readFeedRows(B))[0]?.includes('segredo')]).toEqual([['{}'], true])
})

it('a row that was being written when its words were erased is found a minute later', async () => {
  await erase(A, {})
  await eraseContact(A, 6)
  await says(A, M, 'segredo')
  await says(A, N, 'segredo', 7)
  // Simulates a transaction that began before the contact was erased.
  await pg.sql('UPDATE realtime.feed SET contact_id = 6 WHERE contact_id = 7')
  await desk.runJob('realtime.erase-late')
  expect((await readFeedRows(A)).some((text) => text.includes('segredo'))).toBe(false)
})
