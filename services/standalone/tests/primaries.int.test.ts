import type { CampaignView, TicketView } from '@balcao/contracts'
import { createCaller, waitFor, type TestCompany, type TestDatabase, type TestDesk } from '@balcao/testkit'

import { startDesk } from './support/start-desk'

/* Companies on two Postgres primaries, in one desk. */

const staff = { ana: { queues: ['Vendas'], allTicket: true } }

let desk: TestDesk
let here: TestCompany
let there: TestCompany
/** Where each company's rows are, by the company's id. */
let primaries: { first: TestDatabase; b: TestDatabase }

beforeAll(async () => {
  desk = await startDesk({ staff, morePrimaries: ['b'] })
  here = desk.demo
  there = await desk.company('Outra', staff)
  primaries = { first: desk.pg, b: desk.primary('b') }
})

const listCompanies = async (on: TestDatabase, table: string) =>
  (await on.sql<{ company: number }>(`SELECT DISTINCT company_id AS company FROM ${table} ORDER BY 1`)).map(
    ({ company }) => company,
  )

/* A customer writes, the ticket is answered, and the answer reaches the phone. */
async function converse(company: TestCompany, number: string): Promise<TicketView> {
  const ana = await company.agent('ana')
  const phone = await company.phone(number, 'Helena')
  await phone.says('chegou?')
  await desk.settle()
  const { body } = await ana.call<{ tickets: TicketView[] }>('GET', '/tickets?status=pending&showAll=true')
  const ticket = body.tickets.find(({ contact }) => contact.number === number)!
  await ana.call('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: ana.userId })
  await ana.call('POST', `/messages/${ticket.id}`, { body: 'sai hoje' })
  await desk.settle()
  expect((await phone.got()).map((message) => message.body)).toEqual(['sai hoje'])
  return ticket
}

it('places a new company where the fewest are, and its rows there', async () => {
  const tickets = [await converse(here, '5511999990001'), await converse(there, '5511999990002')]
  for (const table of [
    'tickets.tickets',
    'tickets.messages',
    'tickets.queues',
    'messaging_gateway.connections',
    'realtime.feed',
  ]) {
    expect(await listCompanies(primaries.first, table)).toEqual([here.id])
    expect(await listCompanies(primaries.b, table)).toEqual([there.id])
  }
  expect(await listCompanies(primaries.first, 'auth.users')).toEqual([here.id, there.id])
  expect(await listCompanies(primaries.b, 'auth.users')).toEqual([])
  // One sixteenth of all ids each.
  expect(tickets.map(({ id }) => id % 16)).toEqual([0, 1])
})

it('runs the work of every company that is due', async () => {
  for (const company of [here, there]) {
    const admin = await company.agent('admin')
    const make = async (path: string, body: object) => {
      const answer = await admin.call<{ id: number }>('POST', path, body)
      expect(answer.status).toBeLessThan(300)
      return answer.body.id
    }
    const phone = await company.phone('5511999990101', 'Cliente')
    await admin.call('POST', '/campaign-settings', {
      settings: { messageInterval: 0, longerIntervalAfter: 0, allowedHours: null },
    })
    const contactListId = await make('/contact-lists', { name: 'Clientes' })
    await make('/contact-list-items', { name: 'Cliente', number: phone.number, contactListId })
    const [{ id: whatsappId } = { id: 0 }] = (await admin.call<{ id: number }[]>('GET', '/whatsapp')).body
    const id = await make('/campaigns', {
      name: 'Natal',
      message1: 'Oi {nome}',
      contactListId,
      whatsappId,
      scheduledAt: new Date().toISOString(),
    })
    await waitFor(
      async () => (await admin.call<CampaignView>('GET', `/campaigns/${id}`)).body.status === 'FINALIZADA',
    )
    await desk.settle()
    expect((await phone.got()).map(({ body }) => body)).toEqual(['Oi Cliente'])
  }
})

it('knows a connection by its token alone', async () => {
  for (const company of [here, there]) {
    const admin = await company.agent('admin')
    const [{ id } = { id: 0 }] = (await admin.call<{ id: number }[]>('GET', '/whatsapp')).body
    const { body } = await admin.call<{ token: string }>('POST', `/whatsapp/${id}/token`, {})
    const phone = await company.phone('5511999990301', 'Integrado')
    const send = createCaller(desk.url, body.token)
    const answer = await send('POST', '/api/messages/send', { number: phone.number, body: 'pago' })
    expect(answer.status).toBe(200)
    await desk.settle()
    expect((await phone.got()).map((message) => message.body)).toEqual(['pago'])
  }
})

it('does a keyed request once, wherever the company is', async () => {
  for (const company of [here, there]) {
    const { token } = await company.agent('admin')
    const make = () =>
      fetch(`${desk.url}/queue`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': 'once',
        },
        body: JSON.stringify({ name: 'Entregas', color: '#123456' }),
      })
    const [first, again] = [await make(), await make()]
    expect([first.status, again.status]).toEqual([200, 200])
    expect(await again.json()).toEqual(await first.json())
  }
  // Marked in the transaction of the effect: a repeat after a kill knows by it.
  for (const [company, pg] of [
    [here, primaries.first],
    [there, primaries.b],
  ] as const)
    expect(await pg.sql('SELECT company_id, has_effect FROM tickets.idempotency_keys')).toEqual([
      { company_id: company.id, has_effect: true },
    ])
})

it('shows no company another’s', async () => {
  const ticket = await converse(there, '5511999990401')
  const stranger = await here.agent('ana')
  expect((await stranger.call('GET', `/tickets/${ticket.id}`)).status).toBe(404)
  expect((await stranger.call('POST', `/messages/${ticket.id}`, { body: 'oi' })).status).toBe(404)
})

describe('while a primary is away', () => {
  const name = () => primaries.b.admin.database

  const takeAway = async () => {
    await primaries.first.sql(`ALTER DATABASE ${name()} WITH ALLOW_CONNECTIONS false`)
    await primaries.first.sql('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
      name(),
    ])
  }
  const bringBack = () => primaries.first.sql(`ALTER DATABASE ${name()} WITH ALLOW_CONNECTIONS true`)

  it('its companies are told so, the others’ work goes on, and theirs does once it is back', async () => {
    const ana = await there.agent('ana')
    const phone = await there.phone('5511999990501', 'Helena')
    // Wherever it is on its way, it is not lost.
    await phone.says('tem alguém?')
    await takeAway()
    try {
      expect(await ana.call('GET', '/tickets?status=open')).toMatchObject({
        status: 503,
        body: { error: 'ERR_UNAVAILABLE' },
      })
      const probe = await fetch(`${desk.opsUrl}/readyz`)
      expect([probe.status, await probe.json()]).toEqual([200, { status: 'ready', missing: [] }])
      const bruno = await here.agent('ana')
      const elsewhere = await here.phone('5511999990502', 'Rui')
      await elsewhere.says('bom dia')
      const isThere = async () => {
        const { body } = await bruno.call<{ tickets: TicketView[] }>(
          'GET',
          '/tickets?status=pending&showAll=true',
        )
        return body.tickets.some(({ contact }) => contact.number === elsewhere.number)
      }
      await waitFor(isThere)
    } finally {
      await bringBack()
    }
    await desk.settle()
    const { body } = await ana.call<{ tickets: TicketView[] }>('GET', '/tickets?status=pending&showAll=true')
    expect(body.tickets.map(({ contact }) => contact.number)).toContain(phone.number)
  })
})

it('places a new company where its services have measured the least', async () => {
  const measured = async () =>
    (
      await primaries.first.sql<{ on: string }>(
        `SELECT name || ' ' || schema AS on FROM auth.primary_sizes WHERE bytes > 0 ORDER BY name, schema`,
      )
    ).map(({ on }) => on)
  const schemas = ['campaigns', 'messaging_gateway', 'realtime', 'tickets']
  await waitFor(async () => (await measured()).length === 2 * schemas.length)
  expect(await measured()).toEqual(
    ['b', 'first'].flatMap((name) => schemas.map((schema) => `${name} ${schema}`)),
  )

  await primaries.first.sql(`UPDATE auth.companies SET created_at = created_at - interval '1 year'`)
  await primaries.first.sql(`UPDATE auth.primary_sizes SET bytes = 1e12 WHERE name = 'first'`)
  const later = [await desk.company('Terceira', staff), await desk.company('Quarta', staff)]
  const placed = await primaries.first.sql<{ name: string }>(
    'SELECT name FROM auth.company_primaries WHERE company_id = ANY ($1)',
    [later.map(({ id }) => id)],
  )
  expect(placed).toEqual([{ name: 'b' }, { name: 'b' }])
})
