/**
 * @jest-environment-options {"customExportConditions": ["node", "node-addons"]}
 */
import type { Answer, userRoutes, TicketView } from '@balcao/contracts'

import { chanceFrom } from './support/seeded-random'
import type { QueryCall } from './support/compare-caches'
import { must } from './support/company'
import { searchesAgain, steps } from './support/desk-actions'
import {
  closeStage,
  desk,
  everybodyOpens,
  expectSame,
  expectSameSearches,
  HELENA,
  company,
  LUCAS,
  lucas,
  listMessages,
  buildTicketUpdate,
  openStage,
  put,
  RITA,
} from './support/scenario'
import { until, type Viewer } from './support/viewer'

/* Old snapshot plus events equals a fresh fetch: after every action, for every viewer. */

const PASSES = 20

beforeAll(openStage)
afterAll(closeStage)

describe('old snapshot plus events is a fresh fetch', () => {
  it('before anything happens', expectSame)

  it.each(steps)('after: %s', async (name, act) => {
    await act()
    await expectSame()
    if (searchesAgain.has(name)) await expectSameSearches()
  })
})

describe('a user who acts on the page', () => {
  const acts: [string, () => Promise<unknown>][] = [
    [
      'accepts',
      async () =>
        company.admin.run(
          'updateTicket',
          await buildTicketUpdate(company.admin, { status: 'open', userId: company.admin.session.user.id }),
        ),
    ],
    [
      'accepts too late',
      async () => {
        const move = await buildTicketUpdate(company.vera, {
          status: 'open',
          userId: company.vera.session.user.id,
          expectedStatus: 'pending',
        })
        await company.vera.run('updateTicket', { ...move, before: { ...move.before, status: 'pending' } })
      },
    ],
    ['reads', async () => company.admin.run('markTicketRead', (await lucas()).id)],
    ['tags', async () => company.admin.run('syncTags', { ticket: await lucas(), tags: [company.vip] })],
    ['makes a tag', () => company.vera.run('createTag', { name: 'Urgente' })],
    [
      'makes a schedule',
      async () =>
        company.admin.run('createSchedule', {
          body: 'lembrete',
          sendAt: '2999-01-01T12:00:00Z',
          contactId: (await lucas()).contactId,
        }),
    ],
    [
      'makes a contact',
      () =>
        company.vera.run('createContact', {
          name: 'Amanda',
          number: '5511987650077',
          email: '',
          extraInfo: [],
        }),
    ],
    [
      'edits a contact',
      async () => {
        const { contact } = await lucas()
        await company.admin.run('updateContact', {
          contactId: contact.id,
          body: { name: 'Lucas A.', number: contact.number, email: '', extraInfo: [] },
        })
      },
    ],
    [
      'writes and deletes notes',
      async () => {
        const { id: ticketId, contactId } = await lucas()
        await company.admin.subscribe(['listNotes', { ticketId, contactId }])
        await company.admin.run('createNote', { note: 'prefere à tarde', ticketId, contactId })
        await company.admin.run('createNote', { note: 'de novo', ticketId, contactId })
        const [note] = must(
          await company.admin.call<object[]>(
            'GET',
            `/ticket-notes/list?ticketId=${ticketId}&contactId=${contactId}`,
          ),
        )
        await company.admin.run('deleteNote', note)
      },
    ],
    [
      'sends and deletes',
      async () => {
        const { id } = await lucas()
        must(await company.admin.call('POST', `/messages/${id}`, { body: 'apago' }))
        await company.admin.run('deleteMessage', (await listMessages(id)).at(-1))
      },
    ],
    [
      'edits a connection',
      () =>
        company.admin.run('updateConnection', {
          id: company.connection.id,
          body: { name: 'Zap', isDefault: true, greetingMessage: 'Oi!', queueIds: [company.suporte.id] },
        }),
    ],
    [
      'resolves',
      async () =>
        company.admin.run(
          'updateTicket',
          await buildTicketUpdate(company.admin, { status: 'closed', userId: company.admin.session.user.id }),
        ),
    ],
    ['deletes', async () => company.admin.run('deleteTicket', (await lucas()).id)],
  ]

  it.each(acts)('%s: shows what a fresh page shows', async (_name, act) => {
    await everybodyOpens(LUCAS)
    await act()
    await expectSame()
  })
})

describe('a line that is cut', () => {
  const chance = chanceFrom(20_261_120)

  /** Random actions. */
  const happenings = [
    () =>
      company.phone.says(chance.of([HELENA, RITA, LUCAS]), {
        name: 'Alguém',
        body: `pedido ${chance.below(1000)}`,
      }),
    async () =>
      put(company.admin, await anyTicket(), {
        status: 'pending',
        userId: null,
        queueId: chance.of([company.vendas.id, company.suporte.id, null]),
      }),
    async () => {
      const agent = chance.of([company.admin, company.vera, company.saul])
      await agent.call('PUT', `/tickets/${(await anyTicket()).id}`, {
        status: 'open',
        userId: agent.session.user.id,
      })
    },
    async () => company.admin.call('POST', `/messages/${(await anyTicket()).id}`, { body: 'resposta' }),
    async () => company.admin.call('POST', `/tickets/${(await anyTicket()).id}/read`),
    async () =>
      company.admin.call('POST', '/tags/sync', {
        ticketId: (await anyTicket()).id,
        tags: chance.of([[], [{ id: company.vip.id }]]),
      }),
    async () => company.admin.call('PUT', `/tickets/${(await anyTicket()).id}`, { status: 'closed' }),
    () =>
      company.admin.call('PUT', `/queue/${company.vendas.id}`, {
        name: `Vendas ${chance.below(1000)}`,
        color: '#1565C0',
        orderQueue: chance.below(5),
      }),
  ]
  const anyTicket = async () => {
    const { tickets } = must(
      await company.admin.call<{ tickets: TicketView[] }>('GET', '/tickets?showAll=true'),
    )
    return chance.of(tickets)
  }

  it('has customers to lose', async () => {
    for (const number of [HELENA, RITA, LUCAS]) await company.phone.says(number, { body: 'oi' })
    await expectSame()
  })

  it.each(Array.from({ length: PASSES }, (_, index) => [index + 1]))(
    'and comes back: everything is caught up (%i)',
    async () => {
      const away = company.viewers.filter(() => chance.below(2) === 0)
      const burst = 3 + chance.below(4)
      const cutAt = chance.below(burst)
      for (let at = 0; at < burst; at += 1) {
        if (at === cutAt) for (const viewer of away) viewer.hang()
        const happening = chance.of(happenings)()
        // Sometimes the socket is cut meanwhile.
        if (chance.below(2) === 0) await happening
        if (at === cutAt && chance.below(4) === 0) for (const viewer of away) viewer.back()
        await happening
      }
      for (const viewer of away) viewer.back()
      await expectSame()
      await everybodyOpens(chance.of([HELENA, RITA, LUCAS]))
    },
  )

  it('comes back by itself when the network breaks', async () => {
    for (const viewer of company.viewers) viewer.cut()
    await company.phone.says(LUCAS, { body: 'no escuro' })
    await until(() => company.viewers.every((viewer) => viewer.isOnline()), 'the sockets')
    await expectSame()
  })

  it('was away for longer than the feed reaches: everything is fetched again', async () => {
    const { vera, admin } = company
    vera.hang()
    await company.phone.says(LUCAS, { body: 'faz tempo' })
    await put(admin, await anyTicket(), { status: 'pending', userId: null, queueId: company.vendas.id })
    await desk.settle()
    await desk.forgetFeed(company.id)
    expect(await vera.isForgotten()).toBe(true)
    vera.back()
    await until(async () => !vera.isBusy() && (await vera.differences()).length === 0, 'a fresh start')
    for (const viewer of company.viewers) await viewer.startFrom()
    await company.phone.says(LUCAS, { body: 'de volta' })
    await expectSame()
  })
})

describe('a login elsewhere', () => {
  const isShownOnline = async (viewer: Viewer) => {
    const { users } = must(await company.admin.call<Answer<typeof userRoutes.listUsers>>('GET', '/users'))
    return users.some(({ id, online }) => id === viewer.session.user.id && online)
  }

  const isUserList = ([endpoint]: QueryCall) => endpoint === 'searchUsers'

  it('ends the earlier session of the same user only', async () => {
    const navigation = jest.spyOn(console, 'error').mockImplementation(() => undefined)
    const { vera } = company
    await vera.login()
    await until(() => vera.sessionEnds.length > 0, 'the end of the session')
    expect(vera.sessionEnds).toEqual(['takeover'])
    expect(company.viewers.filter(({ sessionEnds }) => sessionEnds.length > 0)).toEqual([vera])
    // jsdom logs that it cannot navigate.
    await until(() => navigation.mock.calls.length > 0, 'the page to load again')
    vera.close()
    company.viewers = company.viewers.filter((viewer) => viewer !== vera)
    // That her socket closed is heard a moment later, and told after lists have it.
    await until(async () => !(await isShownOnline(vera)), 'her socket to be missed')
    for (const viewer of company.viewers)
      await until(async () => (await viewer.differences(isUserList)).length === 0, 'the news of it')
    await company.phone.says(LUCAS, { body: 'alguém mais?' })
    await expectSame()
    navigation.mockRestore()
  })
})
