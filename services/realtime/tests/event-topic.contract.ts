import type { CompanyId, PublicEvent } from '@balcao/contracts'
import { orderingKeys } from '@balcao/contracts/wire'
import { testDatabase, type TestDatabase } from '@balcao/testkit'

import type { EventHeaders, EventRecord, EventTopic } from '../src/features/webhooks/event-topic.port'
import { realtimeMigrations } from '../src/migrations'
import { A, B, buildMessage, buildTicket, openDesk, type Desk } from './support'

/** A record as a consumer reads it. */
export interface ReadRecord {
  partition: number
  key: string
  headers: Record<string, string>
  body: PublicEvent
}

export interface TopicDriver {
  name: string
  /** A new topic that takes records of up to `mostBytes`. */
  open(mostBytes: number): Promise<{ topic: EventTopic; read(): Promise<ReadRecord[]> }>
}

const MOST_BYTES = 64 * 1024

export const isIncreasing = (numbers: readonly number[]): boolean =>
  numbers.every((number, index) => index === 0 || number > numbers[index - 1]!)

/** What a consumer has that drops what it knows by `id`, in the order of each partition. */
export function withoutRepeats(records: readonly ReadRecord[]): ReadRecord[] {
  const known = new Set<string>()
  return records.filter(({ headers }) => !known.has(headers['id']!) && known.add(headers['id']!))
}

/** Sequences by key, in the order of the topic. */
export function sequencesByKey(records: readonly ReadRecord[]): Map<string, number[]> {
  const found = new Map<string, number[]>()
  for (const { key, body } of records) found.set(key, [...(found.get(key) ?? []), body.sequence])
  return found
}

export const says = (desk: Desk, company: CompanyId, ticketId: number, body: string) =>
  desk.publish(
    company,
    'messageAppended',
    {
      message: buildMessage(company, { id: `m-${company}-${body}`.slice(0, 40), ticketId, body }),
      ticket: buildTicket(company, { id: ticketId }),
      previous: undefined,
    },
    orderingKeys.ticket(company, ticketId),
  )

/** The topic that gets the public events of every company, on a real database. */
export function describeEventTopic({ name, open }: TopicDriver): void {
  describe(`the topic of public events (${name})`, () => {
    const { signal } = new AbortController()
    let topic: EventTopic
    let read: () => Promise<ReadRecord[]>
    let pg: TestDatabase
    let desk: Desk
    /* What happens around a write: a kill before or after it looks like a throw. */
    let around = (write: () => Promise<number>): Promise<number> => write()

    const publish = () => desk.runJob('realtime.public-events')
    const textOf = ({ data }: PublicEvent) => ('message' in data ? data.message.body : '')

    beforeAll(async () => {
      pg = await testDatabase([realtimeMigrations])
      const own: EventTopic = {
        write: (records, aborted) => around(() => topic.write(records, aborted)),
        close: () => topic.close(),
      }
      desk = await openDesk(pg, {}, [], own)
    })
    beforeEach(async () => {
      around = (write) => write()
      await pg.empty('realtime.feed', 'realtime.feed_heads', 'realtime.published_positions')
      const opened = await open(MOST_BYTES)
      topic = opened.topic
      read = opened.read
    })
    afterEach(() => topic.close())
    afterAll(() => desk.close())

    const record = (key: string, value: string): EventRecord => ({
      key,
      value: JSON.stringify({ value }),
      headers: { id: value, event: 'e', sequence: '1' } as EventHeaders,
    })

    it('takes records in order, with their headers, and says where one is too large', async () => {
      const large = 'x'.repeat(2 * MOST_BYTES)
      const some = Array.from({ length: 600 }, (_, index) => record('1/ticket:1', `r-${index}`))
      expect(await topic.write(some, signal)).toBe(600)
      expect(await topic.write([record('a', 'first'), record('a', large), record('a', 'last')], signal)).toBe(
        1,
      )
      expect(await topic.write([], signal)).toBe(0)
      const found = await read()
      expect(found.filter(({ key }) => key === '1/ticket:1').map(({ headers }) => headers['id'])).toEqual(
        some.map(({ headers }) => headers.id),
      )
      expect(found.filter(({ key }) => key === 'a').map(({ headers }) => headers['id'])).toEqual(['first'])
      expect(new Set(found.map(({ key, partition }) => `${key} ${partition}`)).size).toBe(2)
    })

    it('takes nothing once it is told to stop', async () => {
      const ended = AbortSignal.abort()
      await expect(topic.write([record('a', 'b')], ended)).rejects.toThrow()
      expect(await read()).toEqual([])
    })

    it('has the events of every company, as webhooks are told them', async () => {
      await says(desk, A, 7, 'oi')
      await says(desk, B, 7, 'olá')
      await desk.publish(A, 'contactDeleted', { contactId: 5, mergedIntoId: 0 }, orderingKeys.contact(A, 5))
      await publish()
      await publish()
      const found = await read()
      expect(found.map(({ body }) => [body.companyId, body.event]).sort()).toEqual([
        [1, 'contact.deleted'],
        [1, 'message.received'],
        [2, 'message.received'],
      ])
      const ours = found.find(({ body }) => body.companyId === 1 && body.event === 'message.received')
      expect(ours).toMatchObject({
        key: '1/ticket:7',
        headers: {
          id: ours?.body.id,
          event: 'message.received',
          'company-id': '1',
          sequence: String(ours?.body.sequence),
          schema: 'urn:balcao:public-event:1',
          'content-type': 'application/json',
        },
        body: { ticketId: 7, data: { message: { body: 'oi' }, ticket: { id: 7 } } },
      })
    })

    it('loses nothing and keeps the order of each ticket when its writer is killed before or after a write', async () => {
      let turn = 0
      around = async (write) => {
        turn += 1
        if (turn % 4 === 1) throw new Error('killed before the write')
        const written = await write()
        if (turn % 4 === 2) throw new Error('killed before the position was stored')
        return written
      }
      const texts: string[] = []
      for (let n = 0; n < 40; n += 1) {
        texts.push(`t-${n}`)
        for (const company of [A, B]) await says(desk, company, n % 3, `t-${n}`)
        if (n % 4 === 3) await publish().catch(() => undefined)
      }
      around = (write) => write()
      await publish()
      const found = await read()
      const kept = withoutRepeats(found)
      expect(found.length).toBeGreaterThan(kept.length)
      for (const company of [A, B]) {
        const of = kept.filter(({ body }) => body.companyId === company)
        expect(of.map(({ body }) => textOf(body)).sort()).toEqual([...texts].sort())
        for (const sequences of sequencesByKey(of).values()) expect(isIncreasing(sequences)).toBe(true)
      }
    })

    it('delays one company alone whose event is too large, and repeats nothing while it waits', async () => {
      await says(desk, A, 1, 'before')
      await says(desk, A, 1, 'x'.repeat(2 * MOST_BYTES))
      await says(desk, A, 1, 'after')
      await says(desk, A, 2, 'another ticket')
      await says(desk, B, 1, 'theirs')
      for (const _run of [1, 2]) await expect(publish()).rejects.toThrow('not published')
      const found = await read()
      const texts = (key: string) => found.flatMap((one) => (one.key === key ? [textOf(one.body)] : []))
      expect([texts('1/ticket:1'), texts('2/ticket:1')]).toEqual([['before'], ['theirs']])
      await expect(publish()).rejects.toThrow('not published')
      expect((await read()).length).toBe(found.length)
    })
  })
}
