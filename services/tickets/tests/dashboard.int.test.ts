import type { AttendantView, CompanyId, DashboardCounters, TrendsView } from '@balcao/contracts'
import type { Session } from '@balcao/kernel'

import { seedHistory, type PastTicket } from '../src/seed-history'
import {
  callsTo,
  COMPANY,
  connection,
  contactRow,
  FOREIGN,
  person,
  queue,
  rig,
  ticket,
  type Call,
  type Rig,
} from './support'

/* Services that ended around midnights of São Paulo (UTC−3). */

let desk: Rig
let call: Call
let admin: Session
let ana: Session
let stranger: Session

interface Ended {
  user: number
  queued: string
  started: string
  finished: string
}

const addTracking = async (
  ticketId: number,
  { user, queued, started, finished }: Ended,
  company: CompanyId = COMPANY,
) => {
  await desk.pg.sql(
    `INSERT INTO tickets.ticket_trackings (company_id, ticket_id, connection_id, user_id, queued_at, started_at, finished_at)
      VALUES ($1, $2, 1, $3, $4, $5, $6)`,
    [company, ticketId, user, queued, started, finished],
  )
}

const addRating = async (ticketId: number, user: number, rate: number, at: string) => {
  await desk.pg.sql(
    'INSERT INTO tickets.user_ratings (company_id, ticket_id, user_id, rate, created_at) VALUES ($1, $2, $3, $4, $5)',
    [COMPANY, ticketId, user, rate, at],
  )
}

beforeAll(async () => {
  desk = await rig()
  call = await callsTo(desk)
  admin = await person(desk, { id: 1, name: 'Sofia', profile: 'admin' })
  ana = await person(desk, { id: 2, name: 'Ana' })
  await person(desk, { id: 3, name: 'Bia' })
  stranger = await person(desk, { id: 9, name: 'Alheia', profile: 'admin', company: FOREIGN })
  await connection(desk, 1, { isDefault: true })
  const contactId = await contactRow(desk, 'Helena')
  await desk.pg.sql(`UPDATE tickets.contacts SET created_at = '2026-03-10T12:00:00Z' WHERE id = $1`, [
    contactId,
  ])
  const id = await ticket(desk, { contactId, status: 'closed' })
  await ticket(desk, { contactId: await contactRow(desk, 'Aberta'), status: 'open', userId: 2 })
  await ticket(desk, { contactId: await contactRow(desk, 'Espera'), status: 'pending' })
  await desk.pg.sql('DELETE FROM tickets.ticket_trackings')
  // The last minute of 9 March, and the first of 11 March.
  await addTracking(id, {
    user: 2,
    queued: '2026-03-10T02:00:00Z',
    started: '2026-03-10T02:30:00Z',
    finished: '2026-03-10T02:59:59Z',
  })
  await addTracking(id, {
    user: 2,
    queued: '2026-03-11T02:00:00Z',
    started: '2026-03-11T02:30:00Z',
    finished: '2026-03-11T03:00:00Z',
  })
  // On 10 March: at its first minute, at noon, at its last.
  await addTracking(id, {
    user: 2,
    queued: '2026-03-10T02:50:00Z',
    started: '2026-03-10T02:52:00Z',
    finished: '2026-03-10T03:00:00Z',
  })
  await addTracking(id, {
    user: 3,
    queued: '2026-03-10T14:00:00Z',
    started: '2026-03-10T14:10:00Z',
    finished: '2026-03-10T15:10:00Z',
  })
  await addTracking(id, {
    user: 2,
    queued: '2026-03-11T02:00:00Z',
    started: '2026-03-11T02:30:00Z',
    finished: '2026-03-11T02:59:59Z',
  })
  await addRating(id, 2, 3, '2026-03-11T02:59:59Z')
  await addRating(id, 2, 2, '2026-03-10T03:00:00Z')
  await addRating(id, 2, 1, '2026-03-11T03:00:00Z')
  const foreign = await ticket(desk, { status: 'closed', company: FOREIGN })
  await addTracking(
    foreign,
    {
      user: 2,
      queued: '2026-03-10T14:00:00Z',
      started: '2026-03-10T14:10:00Z',
      finished: '2026-03-10T15:10:00Z',
    },
    FOREIGN,
  )
})

interface Dashboard {
  counters: DashboardCounters
  attendants: AttendantView[]
}
const read = async (session: Session, query: string) =>
  (await call(session, 'GET', `/dashboard?${query}`)).body as unknown as Dashboard

describe('the dashboard', () => {
  it('sums what ended on a day of the company’s zone, for its attendants', async () => {
    const { counters, attendants } = await read(admin, 'date_from=2026-03-10&date_to=2026-03-10')
    // 8, 60 and 30 minutes of support; 2, 10 and 30 of waiting.
    expect(counters).toEqual({
      supportHappening: 1,
      supportPending: 1,
      supportFinished: 3,
      avgSupportTime: 33,
      avgWaitTime: 14,
      leads: 1,
    })
    expect(attendants).toEqual([
      { id: 2, name: 'Ana', rating: 2.5, tickets: 2, avgSupportTime: 19, online: false },
      { id: 3, name: 'Bia', rating: null, tickets: 1, avgSupportTime: 60, online: false },
      { id: 1, name: 'Sofia', rating: null, tickets: 0, avgSupportTime: 0, online: false },
    ])
  })

  it('has the days around it, the last days until today, and nothing else', async () => {
    const finished = async (query: string) => (await read(admin, query)).counters.supportFinished
    expect(await finished('date_from=2026-03-09&date_to=2026-03-09')).toBe(1)
    expect(await finished('date_from=2026-03-11&date_to=2026-03-11')).toBe(1)
    expect(await finished('date_from=2026-03-09&date_to=2026-03-11')).toBe(5)
    expect(await finished('days=3')).toBe(0)
    expect((await call(admin, 'GET', '/dashboard')).body['error']).toBe('ERR_VALIDATION')
    expect((await call(ana, 'GET', '/dashboard?days=3')).body['error']).toBe('ERR_NO_PERMISSION')
  })

  it('is of one company', async () => {
    const { counters, attendants } = await read(stranger, 'date_from=2026-03-10&date_to=2026-03-10')
    expect([counters.supportFinished, counters.supportHappening, counters.leads]).toEqual([1, 0, 0])
    expect(attendants.map(({ name }) => name)).toEqual(['Alheia'])
  })

  it('counts by user, those without one too', async () => {
    const { body } = await call(
      admin,
      'GET',
      '/dashboard/ticketsUsers?initialDate=2026-03-10&finalDate=2026-03-10',
    )
    expect(body['data']).toEqual([
      { nome: 'Ana', quantidade: 2 },
      { nome: 'Bia', quantidade: 1 },
      { nome: 'Sofia', quantidade: 0 },
    ])
  })

  it('counts by day, and by the hours of one day', async () => {
    const chart = async (from: string, to: string) =>
      (await call(admin, 'GET', `/dashboard/ticketsDay?initialDate=${from}&finalDate=${to}`)).body
    expect(await chart('2026-03-08', '2026-03-11')).toEqual({
      data: [
        { data: '08/03/2026', total: 0 },
        { data: '09/03/2026', total: 1 },
        { data: '10/03/2026', total: 3 },
        { data: '11/03/2026', total: 1 },
      ],
      count: 5,
    })
    const { data, count } = (await chart('2026-03-10', '2026-03-10')) as unknown as {
      data: { horario: string; total: number }[]
      count: number
    }
    expect([data.length, count]).toEqual([24, 3])
    expect(data.filter(({ total }) => total > 0)).toEqual([
      { horario: '00:00', total: 1 },
      { horario: '12:00', total: 1 },
      { horario: '23:00', total: 1 },
    ])
    expect((await chart('2026-03-11', '2026-03-10'))['error']).toBe('ERR_VALIDATION')
  })
})

describe('the trends', () => {
  const read = async (session: Session, from: string, to: string) =>
    (await call(session, 'GET', `/dashboard/trends?initialDate=${from}&finalDate=${to}`))
      .body as unknown as TrendsView
  let vendas = 0
  beforeAll(async () => {
    vendas = await queue(desk, 'Vendas')
    const [at] = await desk.pg.sql<{ id: string }>(
      `SELECT id FROM tickets.ticket_trackings WHERE company_id = $1 AND queued_at = '2026-03-10T14:00:00Z'`,
      [COMPANY],
    )
    await desk.pg.sql(
      `UPDATE tickets.ticket_trackings SET queue_id = $2, answered_at = '2026-03-10T14:12:00Z', answer_wait = '12 minutes'
        WHERE id = $1`,
      [at?.id, vendas],
    )
  })

  it('say when services begin, and what each queue finished', async () => {
    const { arrivals, queues } = await read(admin, '2026-03-10', '2026-03-10')
    // The others of that day began on the day before, by the company's clock.
    expect(arrivals).toEqual([
      { weekday: 2, hour: 11, total: 1 },
      { weekday: 2, hour: 23, total: 2 },
    ])
    expect(queues).toEqual([
      { id: null, name: null, color: null, finished: 2, avgWaitTime: 16, avgSupportTime: 19 },
      {
        id: vendas,
        name: 'Vendas',
        color: expect.stringMatching(/^#/) as string,
        finished: 1,
        avgWaitTime: 10,
        avgSupportTime: 60,
      },
    ])
  })

  it('say what was left of each day, and how long half of those who waited waited for an answer', async () => {
    const { times } = await read(admin, '2026-03-09', '2026-03-11')
    expect(times).toEqual([
      { at: '2026-03-09T00:00', firstAnswer: null, backlog: 1 },
      { at: '2026-03-10T00:00', firstAnswer: 12, backlog: 1 },
      { at: '2026-03-11T00:00', firstAnswer: null, backlog: 0 },
    ])
    const hours = (await read(admin, '2026-03-10', '2026-03-10')).times
    expect(hours).toHaveLength(24)
    // What began on the day before ended in the first hour.
    expect(hours.map(({ backlog }) => backlog)).toEqual([
      ...Array.from({ length: 11 }, () => 0),
      1,
      ...Array.from({ length: 11 }, () => 0),
      1,
    ])
    expect(hours[11]?.firstAnswer).toBe(12)
  })

  it('end now, are one company’s and an administrator’s', async () => {
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(
      desk.ports.clock.now(),
    )
    const last = (await read(admin, '2026-01-01', '2026-12-31')).times.at(-1)
    expect(last?.at).toBe(`${today}T00:00`)
    const theirs = await read(stranger, '2026-03-10', '2026-03-10')
    expect(theirs.queues).toEqual([expect.objectContaining({ id: null, finished: 1 })])
    expect(theirs.arrivals).toEqual([{ weekday: 2, hour: 11, total: 1 }])
    const ofAgent = await call(ana, 'GET', '/dashboard/trends?initialDate=2026-03-10&finalDate=2026-03-10')
    expect(ofAgent.body['error']).toBe('ERR_NO_PERMISSION')
    const ofNoPeriod = await call(
      admin,
      'GET',
      '/dashboard/trends?initialDate=2026-03-11&finalDate=2026-03-10',
    )
    expect(ofNoPeriod.body['error']).toBe('ERR_VALIDATION')
  })
})

describe('a past that is written for a demo', () => {
  const at = (time: string) => new Date(`2026-02-03T${time}:00Z`)
  let queueId = 0
  beforeAll(async () => {
    queueId = await queue(desk, 'Vendas', FOREIGN)
  })
  const past = (number: string, fields: Partial<PastTicket> = {}): PastTicket => ({
    contact: { name: 'Caio Duarte', number },
    queueId,
    userId: 9,
    openedAt: at('12:00'),
    acceptedAt: at('12:10'),
    closedAt: at('12:30'),
    rate: 3,
    tagIds: [],
    lines: [
      { fromMe: false, body: 'Vocês têm o moletom?', at: at('12:00') },
      { fromMe: true, body: 'Temos sim', at: at('12:11') },
    ],
    ...fields,
  })
  const read = async <T>(path: string) => (await call(stranger, 'GET', path)).body as unknown as T

  it('is counted, searched, read and logged as if it had happened, once', async () => {
    const place = { companyId: FOREIGN, connectionId: 1 }
    const history = [past('5511960010001'), past('5511960010001', { rate: undefined }), past('5511960010002')]
    await seedHistory(desk.deps, place, history)
    await seedHistory(desk.deps, place, history)
    const { counters, attendants } = await read<{ counters: DashboardCounters; attendants: AttendantView[] }>(
      '/dashboard?date_from=2026-02-03&date_to=2026-02-03',
    )
    expect(counters).toMatchObject({ supportFinished: 3, avgSupportTime: 20, avgWaitTime: 10, leads: 2 })
    expect(attendants.find(({ id }) => id === 9)).toMatchObject({ rating: 3, tickets: 3 })
    const found = await read<{ tickets: { id: number; lastMessage: string }[]; count: number }>(
      '/tickets?status=closed&showAll=true&searchParam=moletom',
    )
    expect([found.count, found.tickets[0]?.lastMessage]).toEqual([3, 'Temos sim'])
    const id = found.tickets[0]?.id ?? 0
    const { messages } = await read<{ messages: { body: string; ack: number }[] }>(`/messages/${id}`)
    expect(messages.map(({ body }) => body)).toEqual(['Vocês têm o moletom?', 'Temos sim'])
    const { entries } = await read<{ entries: { action: string }[] }>(`/tickets/${id}/log`)
    expect(entries.map(({ action }) => action)).toEqual(['resolved', 'accepted', 'created'])
    expect((await call(admin, 'GET', `/tickets/${id}/log`)).status).toBe(404)
  })
})
