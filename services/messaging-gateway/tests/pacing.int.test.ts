import { OutboundLane } from '@balcao/contracts/wire'
import { capabilities, connectionId as toConnectionId } from '@balcao/contracts'
import { systemClock } from '@balcao/kernel'
import { sequentialIds, waitFor, type TestDatabase } from '@balcao/testkit'

import { PgLaneStore } from '../src/adapters/postgres/pg-lane-store'
import { PgOutboundStore } from '../src/adapters/postgres/pg-outbound-store'
import { SimulatedDriver } from '../src/adapters/whatsapp/simulated/simulated-driver'
import { SimulatedNetwork } from '../src/adapters/whatsapp/simulated/simulated-network'
import { readLanes } from '../src/features/outbound'
import type { DriverSession, WhatsAppDriver } from '../src/features/whatsapp-driver'
import {
  revokeRequest,
  acme,
  asksToSend,
  beta,
  gatewayDatabase,
  messageUuid,
  outboundChanges,
  pairedConnection,
  people,
  quiet,
  SCHEMA,
  startGateway,
  tell,
  type Gateway,
} from './support'

const newChats = { perMinute: 5, capsByAge: [{ fromDays: 0, newChats: 20 }] }
const CAMPAIGN = OutboundLane.OUTBOUND_LANE_CAMPAIGN

describe('the two lanes of a number', () => {
  let pg: TestDatabase
  let gateway: Gateway
  let network: SimulatedNetwork
  let connection: number
  let index = 0
  let frames: string[] = []
  let isSilent: (body: string) => boolean = () => false

  const lanes = new PgLaneStore()
  const deps = {
    lanes,
    outbound: new PgOutboundStore(),
    clock: systemClock,
    campaignsPerMinute: 20,
    campaignsPerDay: 1_000,
    newChats,
    capabilities: () => capabilities.beta,
  }
  const view = (company = acme) =>
    pg.db(SCHEMA).withTenant(company, (tx) => readLanes(deps, tx, company, toConnectionId(connection)))
  const change = (work: (store: PgLaneStore) => (...args: never[]) => Promise<void>, ...rest: unknown[]) =>
    pg.db(SCHEMA).withTenant(acme, async (tx) => {
      const args = [tx, acme, toConnectionId(connection), ...rest] as never[]
      await work(lanes).apply(lanes, args)
    })

  const createDriver = (): WhatsAppDriver => {
    const driver = new SimulatedDriver(network)
    const open: WhatsAppDriver['open'] = async (request) => {
      const session = await driver.open(request)
      const send: DriverSession['send'] = async (message) => {
        frames.push(message.body)
        if (!isSilent(message.body)) await session.send(message)
      }
      return Object.assign(Object.create(session) as DriverSession, { send })
    }
    return {
      provider: 'simulated',
      capabilities: capabilities.simulated,
      open,
      forget: (companyId, connectionId) => driver.forget(companyId, connectionId),
    }
  }

  const asks = async (body: string, over: { number?: string; lane?: OutboundLane } = {}) => {
    index += 1
    const messageId = messageUuid(index)
    const number = `55119${String(60_000_000 + index)}`
    await asksToSend(gateway, { messageId, connectionId: connection, number, body, ...over })
    return messageId
  }
  const findFailure = async (messageId: string) =>
    (await outboundChanges(pg))
      .map(({ body }) => body.value)
      .find((changed) => changed.messageId === messageId && changed.ack === -1)?.failure

  beforeAll(async () => {
    pg = await gatewayDatabase()
    const times = { pollMs: 30, qrMs: 60_000 }
    const ids = sequentialIds(702)
    network = new SimulatedNetwork({ db: pg.db(SCHEMA), clock: systemClock, ids, chance: () => 0.5, times })
    gateway = await startGateway(pg, { tuning: { drivers: [createDriver()] } })
    const { admin } = await people(pg, gateway.url)
    connection = await pairedConnection(gateway, admin, 'Vendas')
  })

  beforeEach(() => {
    frames = []
    isSilent = () => false
  })

  it('say that nothing waits and nothing happened', async () =>
    expect(await view()).toMatchObject({
      waitingAgent: 0,
      waitingCampaign: 0,
      perMinute: 20,
      pausedUntil: undefined,
      lastFailure: undefined,
      doneAt: undefined,
      newChats: { waiting: 0, begun: 0, hold: undefined },
    }))

  it('let campaigns go at their pace, and agents at once', async () => {
    await change((store) => store.setPace.bind(store), 1)
    for (const name of ['primeira', 'segunda', 'terceira']) await asks(name, { lane: CAMPAIGN })
    await waitFor(() => frames.includes('primeira'))
    await asks('atendente')
    await waitFor(() => frames.includes('atendente'))
    expect(frames).toEqual(['primeira', 'atendente'])
    await waitFor(async () => (await view()).waitingAgent === 0)
    expect(await view()).toMatchObject({ waitingAgent: 0, waitingCampaign: 2, perMinute: 1 })
    const ghost = await view(beta)
    expect(ghost).toMatchObject({ waitingCampaign: 0, perMinute: 20 })
    await change((store) => store.setPace.bind(store), null)
    await change((store) => store.setNextCampaign.bind(store), new Date())
    await waitFor(async () => {
      await change((store) => store.setNextCampaign.bind(store), new Date())
      return frames.length === 4
    })
    await quiet(gateway)
    expect(frames).toEqual(['primeira', 'atendente', 'segunda', 'terceira'])
  })

  it('never give campaigns all the places, however slow the network', async () => {
    isSilent = (body) => body.startsWith('lenta')
    for (let count = 0; count < 12; count += 1) await asks(`lenta ${count}`, { lane: CAMPAIGN })
    await waitFor(() => frames.filter((body) => body.startsWith('lenta')).length >= 2)
    await asks('passa')
    await waitFor(() => frames.includes('passa'))
    const { length } = await pg.sql(`SELECT 1 FROM ${SCHEMA}.outbound WHERE state = 'SENDING' AND lane = 1`)
    expect(length).toBeLessThanOrEqual(2)
    isSilent = () => false
    await quiet(gateway)
  })

  it('pause when the network restricts the number: nothing untried fails, known chats go on', async () => {
    await asks('conhecida', { number: '5511977770001' })
    await quiet(gateway)
    await network.devices.refuseNext(connection, 'restricted')
    const refused = await asks('recusada', { number: '5511977770002' })
    await waitFor(() => findFailure(refused))
    expect(await findFailure(refused)).toBe('ERR_WAPP_RESTRICTED')
    const paused = await view()
    expect(paused.pausedUntil?.getTime()).toBeGreaterThan(Date.now() + 50 * 60_000)
    expect(paused.lastFailure).toMatchObject({ code: 'ERR_WAPP_RESTRICTED' })
    frames = []
    const campaign = await asks('campanha em pausa', { lane: CAMPAIGN })
    const fresh = await asks('conversa nova', { number: '5511977770003' })
    await asks('conversa conhecida', { number: '5511977770001' })
    await waitFor(() => frames.length > 0)
    await quiet(gateway)
    expect(frames).toEqual(['conversa conhecida'])
    expect(await findFailure(campaign)).toBeUndefined()
    expect(await findFailure(fresh)).toBeUndefined()
    expect(await view()).toMatchObject({ waitingAgent: 1, waitingCampaign: 1 })
    await change((store) => store.resume.bind(store))
    await waitFor(() => frames.length === 3)
    await quiet(gateway)
    expect((await view()).pausedUntil).toBeUndefined()
  })

  it('let an agent change what a campaign has sent, without waiting for its pace', async () => {
    const sent = await asks('promoção', { lane: CAMPAIGN, number: '5511977770004' })
    await quiet(gateway)
    await change((store) => store.setNextCampaign.bind(store), new Date(Date.now() + 3_600_000))
    const edit = { requestId: messageUuid(9_001), messageId: sent, connectionId: connection, body: 'oferta' }
    await tell(gateway, 'outboundEditRequested', edit)
    await tell(
      gateway,
      'outboundRevokeRequested',
      revokeRequest({ messageId: sent, connectionId: connection }),
    )
    await quiet(gateway)
    expect(await view()).toMatchObject({ waitingAgent: 0, waitingCampaign: 0 })
    await change((store) => store.setNextCampaign.bind(store), new Date())
  })

  it('give up by name what the network does not know', async () => {
    const missing = await asks('ninguém', { number: '00011112222' })
    await waitFor(() => findFailure(missing))
    expect(await findFailure(missing)).toBe('ERR_WAPP_NOT_ON_WHATSAPP')
    expect((await view()).lastFailure).toMatchObject({ code: 'ERR_WAPP_NOT_ON_WHATSAPP' })
  })
})
