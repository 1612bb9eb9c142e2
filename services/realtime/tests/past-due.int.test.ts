import { companyId, userId, type CompanyId } from '@balcao/contracts'
import { CompanySnapshot, orderingKeys } from '@balcao/contracts/wire'
import { DAY, type Session } from '@balcao/kernel'
import { fakeToken, givenSession, testDatabase, waitFor, type TestDatabase } from '@balcao/testkit'

import { PgFeedStore } from '../src/adapters/postgres/pg-feed-store'
import { readFeed } from '../src/features/sync/read-feed'
import { realtimeMigrations } from '../src/migrations'
import { listChannels, waitForRefusal } from './socket-rig'
import { openDesk, type Desk } from './support'

/* Past the due date administrators have a socket that hears of the payment, and nothing else; one that is paid hears everything again. */

let pg: TestDatabase
let desk: Desk
let lastUser = 7_000

beforeAll(async () => {
  pg = await testDatabase([realtimeMigrations])
  desk = await openDesk(pg, { tickets: { canViewTicket: () => Promise.resolve({ allowed: true }) } })
})
afterAll(() => desk.close())

const [LATE, OTHER] = [companyId(71), companyId(72)]
const fromNow = (days: number) => new Date(desk.ports.clock.now().getTime() + days * DAY)

const given = (company: CompanyId, overrides: Partial<Session> = {}) =>
  givenSession(pg, 'realtime', {
    companyId: company,
    userId: userId((lastUser += 1)),
    profile: 'admin',
    dueAt: fromNow(-3),
    ...overrides,
  })

let revision = 0
const tellDueDate = (company: CompanyId, dueAt: Date) =>
  desk.publish(company, 'companyChanged', {
    company: CompanySnapshot.fromPartial({
      id: company,
      active: true,
      dueAt,
      revision: (revision += 1),
      name: 'Loja',
    }),
  })

const tellInvoice = (company: CompanyId) =>
  desk.publish(company, 'invoiceChanged', {
    invoice: {
      id: 7,
      detail: 'Plano 1',
      valueCents: 3_000,
      status: 'open',
      dueAt: fromNow(0),
      createdAt: fromNow(0),
    },
  })

const tellTag = (company: CompanyId) =>
  desk.publish(company, 'tagDeleted', { tagId: 9 }, orderingKeys.tag(company, 9))

describe('a socket past the due date', () => {
  it('of an administrator hears of the payment of its company, and nothing else', async () => {
    const client = await desk.connect(await given(LATE))
    await tellTag(LATE)
    await tellInvoice(OTHER)
    await tellInvoice(LATE)
    await waitFor(() => client.heard.length > 0)
    expect(listChannels(client)).toEqual(['company-71-invoice update'])
  })

  it('opens no conversation', async () => {
    const client = await desk.connect(await given(LATE))
    expect(await client.ask('joinChatBox', 5)).toMatchObject({ error: 'ERR_SUBSCRIPTION_EXPIRED' })
  })

  it('of an agent is refused; a super user has everything', async () => {
    const agent = await given(LATE, { profile: 'user' })
    expect(await waitForRefusal(desk.open({ auth: { token: fakeToken(agent) } }))).toBe(
      'ERR_SUBSCRIPTION_EXPIRED',
    )
    const root = await desk.connect(await given(LATE, { super: true }))
    await tellTag(LATE)
    await waitFor(() => listChannels(root).includes('company-71-tag delete'))
  })

  it('hears everything again once the due date has moved, on the same connection', async () => {
    const company = companyId(73)
    const client = await desk.connect(await given(company))
    await tellDueDate(company, fromNow(30))
    await waitFor(() => client.ready.length === 2)
    await tellTag(company)
    await waitFor(() => listChannels(client).includes('company-73-tag delete'))
    expect(listChannels(client)[0]).toBe('company-73-companyHours update')
    expect(client.disconnected).toEqual([])
  })

  it('is what an administrator’s becomes when the due date passes, while an agent’s ends', async () => {
    const company = companyId(74)
    const [admin, agent] = await Promise.all([
      given(company, { dueAt: null }).then((session) => desk.connect(session)),
      given(company, { dueAt: null, profile: 'user' }).then((session) => desk.connect(session)),
    ])
    await tellDueDate(company, fromNow(-3))
    await waitFor(() => agent.disconnected.length > 0)
    await waitFor(() => admin.ready.length === 2)
    await tellTag(company)
    await tellInvoice(company)
    await waitFor(() => listChannels(admin).includes('company-74-invoice update'))
    expect(listChannels(admin)).not.toContain('company-74-tag delete')
  })

  it('ends with its session', async () => {
    const company = companyId(75)
    const [one, other] = [await given(company), await given(company)]
    const [ended, kept] = [await desk.connect(one), await desk.connect(other)]
    await desk.publish(company, 'userDeleted', { userId: one.userId })
    await waitFor(() => ended.disconnected.length > 0)
    expect(kept.disconnected).toEqual([])
  })
})

describe('what was missed past the due date', () => {
  const sync = (session: Session, since: number) =>
    readFeed(
      {
        db: desk.ports.db,
        feed: new PgFeedStore(desk.ports.clock),
        sign: desk.ports.mediaLinks.sign.bind(desk.ports.mediaLinks),
        clock: desk.ports.clock,
      },
      session,
      { since },
    )

  it('is told to administrators as far as it concerns the payment, to agents not at all, and in whole once it is paid', async () => {
    const company = companyId(76)
    const paid = await given(company, { dueAt: null, profile: 'admin' })
    const administrator = await desk.connect(paid)
    await tellTag(company)
    await tellInvoice(company)
    await waitFor(() => administrator.heard.length >= 2)
    const channels = async (session: Session) =>
      (await sync(session, 0)).events
        .map(({ channel }) => channel)
        .filter((channel) => !channel.startsWith('user'))
    expect(await channels(await given(company))).toEqual(['invoice'])
    expect(await channels(await given(company, { profile: 'user' }))).toEqual([])
    expect(await channels(paid)).toEqual(['tag', 'invoice'])
  })
})
