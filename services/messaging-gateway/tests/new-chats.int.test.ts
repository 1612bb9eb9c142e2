import { OutboundLane } from '@balcao/contracts/wire'
import { capabilities, type ConnectionView, type LanesAnswer } from '@balcao/contracts'
import { readOutbox, waitFor, type TestDatabase } from '@balcao/testkit'

import { PgLaneStore } from '../src/adapters/postgres/pg-lane-store'
import { openConnectedSession, scriptedDriver, textFrom } from './scripted-callbacks'
import {
  acme,
  asksToSend,
  beta,
  caller,
  gatewayDatabase,
  messageUuid,
  people,
  quiet,
  SCHEMA,
  startGateway,
  type Caller,
  type Gateway,
} from './support'

const CAMPAIGN = OutboundLane.OUTBOUND_LANE_CAMPAIGN
const OURS = '5511940000001'
const KNOWN = '5511999990001'
const HOUR_MS = 3_600_000

/** Numbers that write to people who have never written, with a driver that needs human pace. */
describe('new chats', () => {
  let pg: TestDatabase
  let gateway: Gateway
  let admin: Caller
  let driver: ReturnType<typeof scriptedDriver>
  let id: number
  let frames: string[]
  let isSilent: boolean
  let index = 0

  const start = async (newChats: { perMinute: number; cap: number }) => {
    const capsByAge = [{ fromDays: 0, newChats: newChats.cap }]
    gateway = await startGateway(pg, {
      tuning: { drivers: [driver.driver] },
      config: { newChats: { perMinute: newChats.perMinute, capsByAge } },
    })
    ;({ admin } = await people(pg, gateway.url))
  }
  const open = async (perMinute: number, cap: number) => {
    await start({ perMinute, cap })
    id = await openConnectedSession(admin, 'Vendas')
  }
  const asks = async (
    body: string,
    over: { number?: string; lane?: OutboundLane; remoteJid?: string } = {},
  ) => {
    const messageId = messageUuid((index += 1))
    const number = `55119${String(60_000_000 + index)}`
    await asksToSend(gateway, { messageId, connectionId: id, number, body, ...over })
    return messageId
  }
  const sent = (bodies: readonly string[]) => waitFor(() => frames.length >= bodies.length)
  const view = async () => (await admin<ConnectionView>('GET', `/whatsapp/${id}`)).body
  const lanes = async () => (await admin<LanesAnswer>('GET', `/whatsapp/${id}/lanes`)).body
  const held = () => waitFor(async () => (await view()).newChatsHeld)

  beforeEach(async () => {
    frames = []
    isSilent = false
    pg = await gatewayDatabase()
    driver = scriptedDriver(
      {
        send: async ({ body, waId }) => {
          frames.push(body)
          if (!isSilent) await driver.callbacksFor(id).accepted(waId)
        },
      },
      { capabilities: capabilities.beta },
    )
  })
  afterEach(() => pg.close())

  it('begin one by one at their pace; a contact who has written is answered at once', async () => {
    await open(1, 100)
    await driver.callbacksFor(id).inbound(textFrom(KNOWN, 'A1'))
    for (const body of ['primeira', 'segunda', 'terceira']) await asks(body)
    await asks('campanha', { lane: CAMPAIGN })
    await sent(['primeira'])
    await asks('resposta', { number: KNOWN })
    await asks('grupo', { remoteJid: '120363000000000001@g.us' })
    await sent(['primeira', 'resposta', 'grupo'])
    await waitFor(async () => (await lanes()).newChats.begun === 1)
    expect(frames.sort()).toEqual(['grupo', 'primeira', 'resposta'])
    const { newChats, waitingAgent, waitingCampaign, doneAt } = await lanes()
    expect({ newChats, waitingAgent, waitingCampaign }).toMatchObject({
      waitingAgent: 2,
      waitingCampaign: 1,
      newChats: { waiting: 3, begun: 1, cap: 100, perDay: null, hold: null, quota: null },
    })
    expect(new Date(doneAt ?? 0).getTime()).toBeGreaterThan(Date.now() + 110_000)
    expect((await view()).newChatsHeld).toBeNull()
  })

  it('wait when the cap of 24 hours is reached, visibly, also over a restart', async () => {
    await open(60_000, 2)
    const bodies = ['um', 'dois', 'três', 'quatro']
    for (const body of bodies) await asks(body)
    const { why, until } = (await held())!
    expect(why).toBe('day-cap')
    expect(new Date(until).getTime()).toBeGreaterThan(Date.now() + 23 * HOUR_MS)
    expect(frames).toEqual(['um', 'dois'])
    expect((await lanes()).newChats).toMatchObject({ waiting: 2, begun: 2, cap: 2, hold: { why, until } })
    const told = (await readOutbox(pg, SCHEMA, 'connectionChanged')).map(({ body }) => body.value.connection)
    expect(told.at(-1)).toMatchObject({ newChatsHold: 'day-cap' })

    const before = driver.callbacksFor(id)
    await gateway.stop()
    await start({ perMinute: 60_000, cap: 2 })
    await waitFor(() => driver.callbacksFor(id) !== before)
    await driver.callbacksFor(id).inbound(textFrom(KNOWN, 'B1'))
    await asks('resposta', { number: KNOWN })
    await waitFor(() => frames.includes('resposta'))
    expect(frames).toEqual(['um', 'dois', 'resposta'])

    // No message failed; a day later the rest is sent without action.
    await pg.sql(`UPDATE ${SCHEMA}.new_chats SET begun_at = begun_at - interval '25 hours'`)
    await asks('outra resposta', { number: KNOWN })
    await waitFor(() => frames.length === 6)
    expect(frames.slice(3).sort()).toEqual(['outra resposta', 'quatro', 'três'])
    await waitFor(async () => (await view()).newChatsHeld === null)
    await quiet(gateway)
  })

  it('go on when an administrator raises the cap, and agents may not', async () => {
    await open(60_000, 1)
    await asks('um')
    await asks('dois', { lane: CAMPAIGN })
    await held()
    expect(frames).toEqual(['um'])
    const { agent, foreigner } = await people(pg, gateway.url)
    const put = (who: Caller, newChatsPerDay: unknown) =>
      who<LanesAnswer>('PUT', `/whatsapp/${id}/lanes`, { newChatsPerDay })
    expect((await put(agent, 9)).status).toBe(403)
    expect((await put(foreigner, 9)).status).toBe(404)
    expect((await put(admin, -1)).status).toBe(400)
    expect((await put(caller(gateway.url), 9)).status).toBe(401)
    expect(frames).toEqual(['um'])
    expect((await put(admin, 9)).body.newChats).toMatchObject({ cap: 9, perDay: 9 })
    await waitFor(() => frames.length === 2)
    await waitFor(async () => (await view()).newChatsHeld === null)
    expect((await put(admin, null)).body.newChats).toMatchObject({ cap: 1, perDay: null })
  })

  it('count once, however often their message is sent, and what was begun is not held', async () => {
    await open(60_000, 1)
    isSilent = true
    await asks('talvez')
    await waitFor(() => frames.length >= 2)
    expect((await lanes()).newChats).toMatchObject({ begun: 1, cap: 1 })
    isSilent = false
    await quiet(gateway)
    expect(new Set(frames)).toEqual(new Set(['talvez']))
  })

  it('are counted by number, apart for each company', async () => {
    await open(60_000, 1)
    await asks('um')
    await waitFor(() => frames.length === 1)
    const begun = (company: typeof acme) =>
      gateway.ports.db.withTenant(company, (tx) =>
        new PgLaneStore().listBegun(tx, company, OURS, { since: new Date(0), limit: 10 }),
      )
    await waitFor(async () => (await begun(acme)).length === 1)
    expect(await begun(beta)).toEqual([])
    // The same number on another connection of the company keeps its age and its count of new chats.
    await admin('DELETE', `/whatsapp/${id}`)
    id = await openConnectedSession(admin, 'De novo')
    await asks('dois')
    await held()
    expect(frames).toEqual(['um'])
  })

  it('and known ones get no more campaign messages in 24 hours than the cap, visibly; agents’ go on', async () => {
    await open(60_000, 100)
    await driver.callbacksFor(id).inbound(textFrom(KNOWN, 'A1'))
    const put = (who: Caller, campaignsPerDay: unknown) =>
      who<LanesAnswer>('PUT', `/whatsapp/${id}/lanes`, { campaignsPerDay })
    expect((await put(admin, -1)).status).toBe(400)
    expect((await put((await people(pg, gateway.url)).foreigner, 9)).status).toBe(404)
    expect((await put(admin, 2)).body.campaigns).toEqual({ sent: 0, cap: 2, perDay: 2, heldUntil: null })
    for (const body of ['c1', 'c2', 'c3']) await asks(body, { number: KNOWN, lane: CAMPAIGN })
    await waitFor(async () => (await lanes()).campaigns.heldUntil !== null)
    await asks('resposta', { number: KNOWN })
    await waitFor(() => frames.includes('resposta'))
    expect(frames).toEqual(['c1', 'c2', 'resposta'])
    const { campaigns, doneAt, waitingCampaign } = await lanes()
    expect({ campaigns, waitingCampaign }).toMatchObject({
      campaigns: { sent: 2, cap: 2 },
      waitingCampaign: 1,
    })
    expect(new Date(campaigns.heldUntil ?? 0).getTime()).toBeGreaterThan(Date.now() + 23 * HOUR_MS)
    expect(new Date(doneAt ?? 0).getTime()).toBeGreaterThan(Date.now() + 23 * HOUR_MS)
    const sends = (company: typeof acme) =>
      gateway.ports.db.withTenant(company, (tx) =>
        new PgLaneStore().readCampaignSends(tx, company, OURS, { since: new Date(0), cap: 2 }),
      )
    expect([(await sends(acme)).sent, (await sends(beta)).sent]).toEqual([2, 0])
    await pg.sql(`UPDATE ${SCHEMA}.campaign_sends SET sent_at = sent_at - interval '25 hours'`)
    await put(admin, null)
    await waitFor(() => frames.length === 4)
    expect((await lanes()).campaigns).toMatchObject({ sent: 1, perDay: null, heldUntil: null })
  })

  it('of a number that WhatsApp restricts are held as restricted', async () => {
    await open(60_000, 10)
    await driver.callbacksFor(id).inbound(textFrom(KNOWN, 'A1'))
    isSilent = true
    await asks('um')
    await waitFor(() => frames.length === 1)
    const [{ wa_id: waId }] = (await pg.sql<{ wa_id: string }>(`SELECT wa_id FROM ${SCHEMA}.outbound`)) as [
      { wa_id: string },
    ]
    const until = new Date(Date.now() + HOUR_MS)
    await driver.callbacksFor(id).rejected(waId, 'restricted', until)
    expect(await held()).toEqual({ why: 'restricted', until: until.toISOString() })
    expect((await lanes()).pausedUntil).toBe(until.toISOString())
  })
})
