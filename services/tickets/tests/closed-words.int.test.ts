import type { CompanyId, MessageMatch, TicketId, TicketView } from '@balcao/contracts'
import { DAY, HOUR, type Session } from '@balcao/kernel'
import { query, sql } from '@balcao/platform'

import { packWords } from '../src/features/housekeeping'
import { INBOUND_GROUP } from '../src/features/inbound/receive-message'
import {
  callsTo,
  COMPANY,
  connection,
  deliver,
  FOREIGN,
  person,
  received,
  rig,
  type Call,
  type Rig,
} from './support'

/* Words of tickets that were closed a day ago: one row of each. Searches find what they found, whatever becomes of the ticket. */

const NEVER = new AbortController().signal

let desk: Rig
let call: Call
let ana: Session
let stranger: Session

beforeAll(async () => {
  desk = await rig()
  call = await callsTo(desk)
  ana = await person(desk, { id: 2, name: 'Ana', profile: 'admin' })
  stranger = await person(desk, { id: 3, name: 'Estranha', profile: 'admin', company: FOREIGN })
  await connection(desk, 1, { isDefault: true })
  await connection(desk, 1, { isDefault: true, company: FOREIGN })
})

const rows = (statement: string, values: unknown[] = []) =>
  desk.pg.sql<Record<string, unknown>>(statement, values)
const pack = () => packWords(desk.deps, NEVER)
const aDayLater = () => desk.ports.clock.advance(DAY + HOUR)

let number = 5521977770000
/** A customer's ticket with these texts. */
async function conversation(texts: string[], company: CompanyId = COMPANY): Promise<Told> {
  number += 1
  const told = { number: String(number), company }
  for (const text of texts) await say(told, text)
  const [row] = await rows(
    `SELECT t.id FROM tickets.tickets t JOIN tickets.contacts c ON c.company_id = t.company_id AND c.id = t.contact_id WHERE c.number = $1`,
    [told.number],
  )
  return { ...told, id: row!['id'] as TicketId }
}
interface Told {
  id: TicketId
  number: string
  company: CompanyId
}
const say = ({ number: from, company }: Pick<Told, 'number' | 'company'>, body: string) =>
  deliver(
    desk,
    INBOUND_GROUP,
    received(desk, { number: from, company, name: from, body, waId: `W ${from} ${body}` }),
  )
/* The customer changes that text at the phone, or deletes it. */
const revise = ({ number: from }: Told, before: string, body: string) =>
  deliver(desk, INBOUND_GROUP, {
    ...received(desk),
    body: {
      $case: 'messageRevised',
      value: {
        connectionId: 1,
        remoteJid: `${from}@s.whatsapp.net`,
        participant: '',
        fromMe: false,
        waId: `W ${from} ${before}`,
        otherJids: [],
        deleted: body === '',
        body,
      },
    },
  })
const setStatus = async ({ id, company }: Told, status: string) => {
  const session = company === COMPANY ? ana : stranger
  const { status: code } = await call(session, 'PUT', `/tickets/${id}`, { status, userId: session.userId })
  expect(code).toBe(200)
}
async function closed(texts: string[], company: CompanyId = COMPANY): Promise<Told> {
  const told = await conversation(texts, company)
  await setStatus(told, 'open')
  await setStatus(told, 'closed')
  return told
}

interface Found {
  ids: number[]
  texts: string[]
}
async function search(text: string, session: Session = ana): Promise<Found> {
  const answers = await Promise.all(
    ['open', 'pending', 'closed'].map((status) =>
      call(
        session,
        'GET',
        `/tickets?${new URLSearchParams({ searchParam: text, status, showAll: 'true' }).toString()}`,
      ),
    ),
  )
  const tickets = answers.flatMap(({ body }) => body['tickets'] as TicketView[])
  const matches = answers.flatMap(({ body }) => body['matches'] as MessageMatch[])
  return { ids: tickets.map(({ id }) => id).sort(), texts: matches.map((match) => match.text).sort() }
}
const countRows = async ({ id }: Told) => {
  const [row] = await rows(
    `SELECT (SELECT count(*)::int FROM tickets.ticket_words WHERE ticket_id = $1) AS rows,
      (SELECT count(*)::int FROM tickets.closed_ticket_words WHERE ticket_id = $1) AS packed`,
    [id],
  )
  return [row!['rows'], row!['packed']]
}

describe('the words of a closed ticket', () => {
  it('are packed a day after it was closed, and found as before', async () => {
    const told = await closed(['a geladeira pinga', 'água na cozinha'])
    const waits = await conversation(['a geladeira faz barulho'])
    const before = await search('gelad')
    expect(before).toEqual({
      ids: [told.id, waits.id],
      texts: ['a geladeira faz barulho', 'a geladeira pinga'],
    })
    await pack()
    expect(await countRows(told)).toEqual([6, 0])
    aDayLater()
    await pack()
    expect([await countRows(told), await countRows(waits)]).toEqual([
      [0, 1],
      [4, 0],
    ])
    expect(await search('gelad')).toEqual(before)
    expect(await search('GELÁD coz')).toEqual({ ids: [told.id], texts: ['água na cozinha'] })
    expect((await search('agua barulho')).ids).toEqual([])
    expect((await search('eladeira')).ids).toEqual([])
    const { body } = await call(ana, 'GET', `/messages/${told.id}/search?searchParam=pin`)
    expect(body['messageIds']).toHaveLength(1)
  })

  it('are rows again when it is opened again, with those of the messages after that', async () => {
    const told = await closed(['perdi a nota'])
    aDayLater()
    await pack()
    await setStatus(told, 'open')
    expect(await countRows(told)).toEqual([3, 0])
    await say(told, 'preciso da garantia')
    expect((await search('nota garantia')).ids).toEqual([told.id])
    await setStatus(told, 'closed')
    aDayLater()
    await pack()
    expect(await countRows(told)).toEqual([0, 1])
    expect((await search('nota garantia')).ids).toEqual([told.id])
  })

  it('are those of an edited message, and no longer those of a deleted one', async () => {
    const told = await closed(['pago na quinta', 'pago com pix'])
    aDayLater()
    await pack()
    await revise(told, 'pago na quinta', 'pago na sexta')
    expect([(await search('quinta')).ids, (await search('sexta pix')).ids]).toEqual([[], [told.id]])
    await pack()
    expect(await countRows(told)).toEqual([0, 1])
    await revise(told, 'pago com pix', '')
    expect([(await search('pix')).ids, (await search('pago')).ids]).toEqual([[], [told.id]])
    aDayLater()
    await pack()
    expect([(await search('pix')).ids, (await search('pago sexta')).ids]).toEqual([[], [told.id]])
  })

  it('go with the ticket', async () => {
    const told = await closed(['apague tudo'])
    aDayLater()
    await pack()
    expect((await call(ana, 'DELETE', `/tickets/${told.id}`)).status).toBe(200)
    expect(await countRows(told)).toEqual([0, 0])
    expect((await search('apague')).ids).toEqual([])
  })

  it('are one row again after a release before this one wrote to the ticket', async () => {
    const told = await closed(['volto amanhã', 'para trocar'])
    aDayLater()
    await pack()
    // That release knows rows alone: an edit of the first message takes its words from none.
    await rows(`UPDATE tickets.messages SET words = '{volto,hoje}' WHERE ticket_id = $1 AND seq = 1`, [
      told.id,
    ])
    await rows(
      `INSERT INTO tickets.ticket_words SELECT company_id, id, 'hoje', 1 FROM tickets.tickets WHERE id = $1`,
      [told.id],
    )
    await pack()
    expect(await countRows(told)).toEqual([0, 1])
    expect([(await search('hoje trocar')).ids, (await search('amanha')).ids]).toEqual([[told.id], []])
  })

  it('stay rows where they are too many for one', async () => {
    const told = await closed(['enciclopédia'])
    await rows(
      `INSERT INTO tickets.ticket_words SELECT company_id, id, 'verbete' || n, 1 FROM tickets.tickets, generate_series(1, 5000) n WHERE id = $1`,
      [told.id],
    )
    aDayLater()
    await pack()
    expect(await countRows(told)).toEqual([5_001, 0])
    await rows(`DELETE FROM tickets.ticket_words WHERE ticket_id = $1 AND word = 'verbete5000'`, [told.id])
    await pack()
    expect(await countRows(told)).toEqual([0, 1])
    expect((await search('verbete29')).ids).toEqual([told.id])
  })

  it('are packed of more tickets than a batch has, and of each company', async () => {
    const some: Told[] = []
    for (let nth = 0; nth < 104; nth += 1) some.push(await conversation([`pedido ${nth}`]))
    const foreign = await closed(['pedido de fora'], FOREIGN)
    await rows(
      `UPDATE tickets.tickets SET status = 'closed', user_id = NULL, closed_at = $2 WHERE id = ANY ($1)`,
      [some.map(({ id }) => id), desk.ports.clock.now()],
    )
    aDayLater()
    await pack()
    const counts = await Promise.all([...some, foreign].map(countRows))
    expect(new Set(counts.map(String))).toEqual(new Set(['0,1']))
    expect((await search('pedido', stranger)).ids).toEqual([foreign.id])
    expect((await search('pedido 77')).ids).toEqual([some[77]!.id])
  })
})

describe('the function that reads them', () => {
  const list = (company: CompanyId, prefix: string) =>
    desk.ports.db.withTenant(company, (tx) =>
      query<{ id: number }>(tx, sql`SELECT id FROM find_closed_tickets(${[prefix]}::text[], 100) AS c (id)`),
    )

  it('answers for the company of the transaction, whatever it is asked', async () => {
    const mine = await closed(['sigiloso'])
    const theirs = await closed(['sigilosa'], FOREIGN)
    aDayLater()
    await pack()
    expect(await list(COMPANY, 'sigil')).toEqual([{ id: mine.id }])
    expect(await list(FOREIGN, 'sigil')).toEqual([{ id: theirs.id }])
    for (const prefix of [
      `x' | '${FOREIGN}:sigil`,
      `' | '${FOREIGN}:sigil':* | '`,
      '\\',
      `'`,
      `\\' | '${FOREIGN}:`,
      '',
    ])
      expect((await list(COMPANY, prefix)).map(({ id }) => id)).not.toContain(theirs.id)
    const withoutCompany = desk.ports.db.asPlatform((tx) =>
      query(tx, sql`SELECT id FROM find_closed_tickets('{sigil}', 100) AS c (id)`),
    )
    expect(await withoutCompany).toEqual([])
  })

  it('reads the index of words, not the table', async () => {
    const countScans = async () => {
      const [row] = await rows(
        `SELECT pg_stat_force_next_flush(), s.seq_scan::int AS whole, i.idx_scan::int AS by_word FROM pg_stat_user_tables s
         JOIN pg_stat_user_indexes i USING (relid) WHERE s.relname = 'closed_ticket_words' AND i.indexrelname = 'closed_ticket_words_by_word'`,
      )
      return { whole: row!['whole'] as number, byWord: row!['by_word'] as number }
    }
    await desk.ports.db.withTenant(COMPANY, (tx) => query(tx, sql`SELECT pg_stat_force_next_flush()`))
    const before = await countScans()
    await desk.ports.db.withTenant(COMPANY, async (tx) => {
      await query(tx, sql`SELECT id FROM find_closed_tickets('{gelad}', 100) AS c (id)`)
      await query(tx, sql`SELECT pg_stat_force_next_flush()`)
    })
    const after = await countScans()
    expect(after).toEqual({ whole: before.whole, byWord: before.byWord + 1 })
  })

  it("does not open the table to the service's role", async () => {
    const own = await desk.ports.db.withTenant(COMPANY, (tx) =>
      query(tx, sql`SELECT DISTINCT company_id FROM closed_ticket_words`),
    )
    expect(own).toEqual([{ company_id: COMPANY }])
  })
})
