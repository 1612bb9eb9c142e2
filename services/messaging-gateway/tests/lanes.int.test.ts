import type { ConnectionView, LanesAnswer, MergeView } from '@balcao/contracts'
import { waitFor, type TestDatabase } from '@balcao/testkit'

import { PgLaneStore } from '../src/adapters/postgres/pg-lane-store'
import type { InboundMessage } from '../src/features/whatsapp-driver'
import { scriptedDriver, type ScriptedDriver } from './scripted-driver'
import {
  acme,
  asksToSend,
  connectionId,
  gatewayDatabase,
  messageUuid,
  people,
  received,
  startGateway,
  statusIs,
  type Caller,
  type Gateway,
} from './support'

const NUMBER = '5511999990001'

describe('what an administrator sees of a queue', () => {
  let pg: TestDatabase
  let driver: ScriptedDriver
  let gateway: Gateway
  let admin: Caller
  let agent: Caller
  let foreigner: Caller
  let id: number

  const lanes = async (who = admin) => (await who<LanesAnswer>('GET', `/whatsapp/${id}/lanes`)).body
  const merges = async () => (await admin<MergeView[]>('GET', `/whatsapp/${id}/merges`)).body

  beforeEach(async () => {
    pg = await gatewayDatabase()
    driver = scriptedDriver()
    gateway = await startGateway(pg, { tuning: { drivers: [driver] }, config: { campaignsPerMinute: 20 } })
    ;({ admin, agent, foreigner } = await people(pg, gateway.url))
    id = (await admin<ConnectionView>('POST', '/whatsapp', { name: 'Real', provider: 'beta' })).body.id
    await waitFor(() => Promise.resolve(driver.findRequest(id) !== undefined))
  })

  afterEach(() => pg.close())

  it('is what waits, the pace, and a pause that can be ended', async () => {
    await asksToSend(gateway, { messageId: messageUuid(1), connectionId: id, number: NUMBER })
    expect(await lanes()).toEqual({
      waitingAgent: 1,
      waitingCampaign: 0,
      perMinute: 20,
      pausedUntil: null,
      newChats: { waiting: 1, begun: 0, cap: 10_000, perDay: null, linkedAt: null, hold: null, quota: null },
      campaigns: { sent: 0, cap: 100_000, perDay: null, heldUntil: null },
      checksNumbers: false,
      doneAt: expect.any(String),
      lastFailure: null,
    })
    expect(await admin('PUT', `/whatsapp/${id}/lanes`, { perMinute: 5 })).toMatchObject({
      status: 200,
      body: { perMinute: 5 },
    })
    expect(await admin('PUT', `/whatsapp/${id}/lanes`, { perMinute: 0 })).toMatchObject({ status: 400 })
    expect(await admin('PUT', `/whatsapp/${id}/lanes`, { perMinute: null })).toMatchObject({
      body: { perMinute: 20 },
    })
    const until = new Date(Date.now() + 3_600_000)
    await gateway.ports.db.withTenant(acme, (tx) =>
      new PgLaneStore().pause(tx, acme, connectionId(id), { until, strikes: 1 }),
    )
    expect((await lanes()).pausedUntil).toBe(until.toISOString())
    expect(await admin('POST', `/whatsapp/${id}/lanes/resume`, {})).toMatchObject({
      status: 200,
      body: { pausedUntil: null },
    })
  })

  it('is for administrators of the own company', async () => {
    for (const [method, path, body] of [
      ['GET', '/whatsapp/:id/lanes', undefined],
      ['PUT', '/whatsapp/:id/lanes', { perMinute: 1 }],
      ['POST', '/whatsapp/:id/lanes/resume', {}],
      ['GET', '/whatsapp/:id/merges', undefined],
    ] as const) {
      const ask = async (who: Caller) => {
        const { status, body: answer } = await who(method, path.replace(':id', String(id)), body)
        return [method, path, status, answer.error]
      }
      expect(await ask(agent)).toEqual([method, path, 403, 'ERR_NO_PERMISSION'])
      expect(await ask(foreigner)).toEqual([method, path, 404, 'ERR_NO_WAPP_FOUND'])
    }
    expect((await lanes()).perMinute).toBe(20)
  })

  it('are conversations that were found to be one, and made two again', async () => {
    await driver.says(id, { kind: 'connected', number: '5511400289220' })
    await statusIs(admin, id, 'CONNECTED')
    const callbacks = driver.findRequest(id)!.callbacks
    const person = { number: '', lid: '', name: 'Célia' }
    const message = (waId: string, fields: Partial<InboundMessage>): InboundMessage => ({
      waId,
      chat: { phone: NUMBER },
      author: undefined,
      fromMe: false,
      contact: person,
      sender: undefined,
      kind: 'chat',
      body: 'oi',
      media: undefined,
      quotedWaId: '',
      location: undefined,
      vcard: '',
      ad: undefined,
      marks: [],
      sentAt: new Date(),
      ...fields,
    })
    await callbacks.inbound(message('A', { contact: { ...person, number: NUMBER } }))
    await callbacks.inbound(message('B', { chat: { lid: '77' }, contact: { ...person, lid: '77' } }))
    expect(await merges()).toEqual([])
    await callbacks.linked({ number: NUMBER, lid: '77' })
    const [merge, ...others] = await merges()
    expect(others).toEqual([])
    expect(merge).toMatchObject({ names: ['lid:77'], undoneAt: null })
    const undo = (who: Caller) => who('POST', `/whatsapp/merges/${merge!.id}/undo`, {})
    expect(await undo(agent)).toMatchObject({ status: 403 })
    expect(await undo(foreigner)).toMatchObject({ status: 404, body: { error: 'ERR_NOT_FOUND' } })
    expect(await undo(admin)).toMatchObject({ status: 200, body: { undoneAt: expect.any(String) } })
    await callbacks.inbound(message('C', { chat: { lid: '77' }, contact: { ...person, lid: '77' } }))
    const [first, second, third] = (await received(pg)).map(({ body }) => body.value.conversationId)
    expect(third).toBe(second)
    expect(third).not.toBe(first)
    expect((await merges())[0]?.undoneAt).not.toBeNull()
  })
})
