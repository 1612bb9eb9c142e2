import { waitFor } from '@balcao/testkit'
import { Client } from 'pg'

import type { ImportSource } from '../../src/system-import/source.port'
import type { OtherDatabase } from './other-database'

/** A small company in a database of another system: what every source must have in it. */
export interface ImportSourceRig {
  database: OtherDatabase
  open(): Promise<ImportSource>
  /** Another message of the second ticket. */
  addMessage(): Promise<void>
}

async function readAll<T>(pages: AsyncIterable<T[]>): Promise<T[]> {
  const all: T[] = []
  for await (const page of pages) all.push(...page)
  return all
}

/*
 * The rig has: a user in a queue; a contact with a number; two tickets of it, ids ascending, the first closed with a tag, a note, and
 * three messages, `um` of the customer, `dois` of ours that quotes it, and a deleted one, put in another order; the second open
 * with `três`. Where there are companies, another one has one of each. Where the system has them, the contact has a tag, the first
 * ticket the best rate, and a campaign is finished.
 */

/** What an import relies on. @param start called once */
export function describeImportSource(name: string, start: () => Promise<ImportSourceRig>): void {
  describe(`a source of ${name}`, () => {
    let rig: ImportSourceRig
    let source: ImportSource

    beforeAll(async () => {
      rig = await start()
      source = await rig.open()
    })

    afterAll(() => source.close())

    it('has the records of its company alone', async () => {
      expect((await source.users()).map(({ queueIds }) => queueIds.length)).toEqual([1])
      expect(await source.queues()).toHaveLength(1)
      expect(await source.connections()).toHaveLength(1)
      expect((await readAll(source.contacts(''))).map(({ number }) => number)).toEqual(['5511987650001'])
    })

    it('has tickets in the order of ids, with what belongs to them', async () => {
      const tickets = await readAll(source.tickets(''))
      expect(tickets.map(({ status, tagIds, notes }) => [status, tagIds.length, notes.length])).toEqual([
        ['closed', name === 'whaticket' ? 0 : 1, name === 'whaticket' ? 0 : 1],
        ['open', 0, 0],
      ])
      const [contact] = await readAll(source.contacts(''))
      expect(new Set(tickets.map(({ contactId }) => contactId))).toEqual(new Set([contact!.id]))
      expect(Number(tickets[0]!.id)).toBeLessThan(Number(tickets[1]!.id))
    })

    it('has what a contact is tagged with on its newest ticket, rates as ours, and finished campaigns', async () => {
      const isBare = name === 'whaticket'
      const tickets = await readAll(source.tickets(''))
      expect(tickets.map(({ contactTagIds }) => contactTagIds.length)).toEqual(isBare ? [0, 0] : [0, 1])
      expect(tickets.flatMap(({ ratings }) => ratings.map(({ rate, userId }) => [rate, userId]))).toEqual(
        isBare ? [] : [[3, '10']],
      )
      expect(await source.ticketlessContactTags()).toEqual([])
      const campaigns = []
      for await (const campaign of source.campaigns()) campaigns.push(campaign)
      expect(campaigns.map(({ name: title, fault, messages }) => [title, fault, messages.join('')])).toEqual(
        isBare ? [] : [['Campanha 1', '', 'Oi']],
      )
    })

    it('has messages by ticket as they came, and nothing of deleted ones', async () => {
      const messages = await readAll(source.messages(''))
      expect(messages.map(({ body, fromMe, deleted }) => [body, fromMe, deleted])).toEqual([
        ['um', false, false],
        ['dois', true, false],
        ['', false, true],
        ['três', false, false],
      ])
      expect(messages[1]?.quoted).toMatchObject({
        id: messages[0]!.id,
        ticketId: messages[0]!.ticketId,
        createdAt: messages[0]!.createdAt,
        body: 'um',
        fromMe: false,
      })
      expect(messages.map(({ createdAt }) => createdAt.toISOString())).toEqual(
        [1, 2, 3, 4].map((minute) => `2023-05-10T12:0${minute}:00.000Z`),
      )
    })

    it('goes on behind a ticket', async () => {
      const [first] = await readAll(source.tickets(''))
      expect(await readAll(source.tickets(first!.id))).toHaveLength(1)
      expect((await readAll(source.messages(first!.id))).map(({ body }) => body)).toEqual(['três'])
    })

    it('counts what it has', async () => {
      const tickets = await readAll(source.tickets(''))
      expect(await source.counts()).toEqual({
        contact: (await readAll(source.contacts(''))).length,
        ticket: tickets.length,
        message: (await readAll(source.messages(''))).length,
        note: tickets.reduce((sum, { notes }) => sum + notes.length, 0),
        rating: tickets.reduce((sum, { ratings }) => sum + ratings.length, 0),
        contactTag: tickets.reduce((sum, { contactTagIds }) => sum + contactTagIds.length, 0),
      })
    })

    it('names the programs that are connected to its database', async () => {
      const client = new Client({ ...rig.database.pg.admin, application_name: 'their desk' })
      await client.connect()
      expect((await source.listOtherClients()).join()).toContain('their desk as ')
      await client.end()
      await waitFor(async () => !(await source.listOtherClients()).join().includes('their desk'))
      expect((await source.listOtherClients()).join()).not.toContain('balcao import')
    })

    it('is one moment, whatever the system writes meanwhile; opened again it has the same name', async () => {
      await rig.addMessage()
      expect(await readAll(source.messages(''))).toHaveLength(4)
      const later = await rig.open()
      expect(await readAll(later.messages(''))).toHaveLength(5)
      expect(later.key).toBe(source.key)
      await later.close()
    })
  })
}
