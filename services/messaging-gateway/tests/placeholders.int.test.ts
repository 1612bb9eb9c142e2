import { connectionId as toConnectionId } from '@balcao/contracts'
import { deskEvent, orderingKeys, type EventValue } from '@balcao/contracts/wire'
import { AppError } from '@balcao/kernel'
import { readOutbox, waitFor, type TestDatabase } from '@balcao/testkit'

import type { InboundMessage, MessageTarget } from '../src/features/whatsapp-driver'
import { openConnectedSession, jid, scriptedDriver, textFrom } from './scripted-callbacks'
import { gatewayDatabase, people, received, SCHEMA, startGateway, type Gateway } from './support'

const rita = '5511999990001'
const davi = '5511999990002'
const PER_MINUTE = 3

describe('messages that came without content', () => {
  let pg: TestDatabase
  let gateway: Gateway
  let connection: number
  let asked: MessageTarget[][] = []
  let requestFromPhone: () => Promise<void> = () => Promise.resolve()
  const { driver, callbacksFor } = scriptedDriver({
    requestFromPhone: (targets) => {
      asked.push([...targets])
      return requestFromPhone()
    },
  })
  const start = () =>
    startGateway(pg, {
      tuning: { drivers: [driver], placeholderTimes: { perMinute: PER_MINUTE, maxTries: 2 } },
    })
  const comes = (waId: string, over: Partial<InboundMessage> = {}) =>
    callbacksFor(connection).inbound(textFrom(rita, waId, { kind: 'placeholder', body: '', ...over }))
  const gives = (waId: string, over: Partial<InboundMessage> = {}) =>
    callbacksFor(connection).filled(textFrom(rita, waId, over))
  const filled = async (): Promise<EventValue<'placeholderFilled'>[]> =>
    (await readOutbox(pg, SCHEMA, 'placeholderFilled')).map(({ body }) => body.value)
  const waiting = () =>
    pg.sql<{ wa_id: string; tries: number }>(`SELECT wa_id, tries FROM ${SCHEMA}.placeholders ORDER BY id`)
  const names = () => asked.flat().map(({ waId }) => waId)
  const is = async (waIds: string[]) => {
    await waitFor(() => names().length === waIds.length)
    return names()
  }

  beforeEach(async () => {
    asked = []
    requestFromPhone = () => Promise.resolve()
    pg = await gatewayDatabase()
    gateway = await start()
    const { admin } = await people(pg, gateway.url)
    connection = await openConnectedSession(admin, 'Vendas')
  })

  afterEach(async () => {
    await gateway.stop()
    await pg.close()
  })

  it('are asked of the phone, so many in a minute, also over a restart', async () => {
    for (const waId of ['A', 'B', 'C', 'D', 'E']) await comes(waId)
    expect((await is(['A', 'B', 'C'])).toSorted()).toEqual(['A', 'B', 'C'])
    expect((await waiting()).map(({ tries }) => tries)).toEqual([1, 1, 1, 0, 0])
    expect(asked[0]?.[0]).toEqual({ chat: { phone: rita }, author: undefined, fromMe: false, waId: 'A' })
    await gateway.stop()
    gateway = await start()
    const says = () =>
      callbacksFor(connection)
        .inbound(textFrom(rita, 'oi'))
        .then(() => true)
    await waitFor(() => says().catch(() => false))
    expect(names()).toHaveLength(PER_MINUTE)
    await pg.sql(`UPDATE ${SCHEMA}.phone_budgets SET since = since - interval '61 seconds'`)
    await comes('F')
    expect((await is(['A', 'B', 'C', 'D', 'E', 'F'])).toSorted()).toEqual(['A', 'B', 'C', 'D', 'E', 'F'])
  })

  it('count a try before it leaves, and go on after one that failed', async () => {
    requestFromPhone = () => Promise.reject(new AppError('ERR_UNAVAILABLE'))
    await comes('A')
    await is(['A'])
    expect(await waiting()).toEqual([{ wa_id: 'A', tries: 1 }])
    requestFromPhone = () => Promise.resolve()
    await pg.sql(`UPDATE ${SCHEMA}.placeholders SET next_at = now()`)
    await comes('B')
    await is(['A', 'A', 'B'])
  })

  it('are given up after the last try, with the news that the phone has them', async () => {
    await comes('A')
    await is(['A'])
    await pg.sql(`UPDATE ${SCHEMA}.placeholders SET next_at = now(), tries = 2`)
    await comes('B')
    await waitFor(async () => (await filled()).length === 1)
    expect(await filled()).toMatchObject([{ waId: 'A', kind: 'phoneOnly', remoteJid: jid(rita) }])
    expect((await waiting()).map(({ wa_id }) => wa_id)).toEqual(['B'])
  })

  it('are filled in once, and only by the message with their id', async () => {
    await comes('A')
    await gives('A', { chat: { phone: davi }, contact: { number: davi, lid: '', name: '' }, body: 'alheia' })
    await gives('A', { fromMe: true, body: 'alheia' })
    await gives('Z', { body: 'de ninguém' })
    expect(await filled()).toEqual([])
    await gives('A', { body: 'da Rita' })
    await gives('A', { body: 'de novo' })
    await callbacksFor(connection).inbound(textFrom(rita, 'A', { body: 'de novo' }))
    expect(await filled()).toMatchObject([{ waId: 'A', kind: 'chat', body: 'da Rita' }])
    expect(await received(pg)).toHaveLength(1)
    expect(await waiting()).toEqual([])
  })

  it('are filled in by their sender’s own second try', async () => {
    await comes('A')
    await callbacksFor(connection).inbound(textFrom(rita, 'A', { body: 'agora sim' }))
    await comes('A')
    expect(await filled()).toMatchObject([{ waId: 'A', body: 'agora sim' }])
    expect(await received(pg)).toHaveLength(1)
  })

  it('of a group are found whatever the phone calls their writer', async () => {
    const group = { chat: { group: '120363' }, contact: { number: '', lid: '', name: 'Obra' } }
    await comes('A', { ...group, author: { lid: '123' }, sender: { number: '', lid: '123', name: 'Rita' } })
    await gives('A', { ...group, author: { phone: rita }, body: 'do grupo' })
    expect(await filled()).toMatchObject([{ participant: '123@lid', body: 'do grupo' }])
  })

  it('that were deleted are neither asked for nor filled in', async () => {
    await comes('A')
    const target = { chat: { phone: rita }, author: undefined, fromMe: false, waId: 'A' }
    await callbacksFor(connection).revised({ ...target, deleted: true, body: '' })
    await gives('A', { body: 'apagada' })
    expect([await waiting(), await filled()]).toEqual([[], []])
  })

  it('of a contact that is erased are forgotten, and do not come back', async () => {
    await comes('A')
    await callbacksFor(connection).inbound(textFrom(davi, 'B', { kind: 'placeholder', body: '' }))
    const consumer = gateway.service.consumers.find(({ group }) => group === 'messaging-gateway.erasures')
    const identities = [{ kind: 'phone', value: rita }]
    const value = { contactId: 1, formerIds: [], identities } as unknown as EventValue<'contactErased'>
    const [row] = await pg.sql<{ company_id: number }>(
      `SELECT company_id FROM ${SCHEMA}.placeholders LIMIT 1`,
    )
    const company = row?.company_id as never
    const event = deskEvent(gateway.ports, orderingKeys.contact(company, 1), 'contactErased', value)
    await consumer?.handle({ event, attempt: 1 })
    expect((await waiting()).map(({ wa_id }) => wa_id)).toEqual(['B'])
    await gives('A', { body: 'apagada' })
    expect(await filled()).toEqual([])
  })

  it('of a connection that is deleted are left to the phone', async () => {
    await comes('A')
    const { admin } = await people(pg, gateway.url)
    await admin('DELETE', `/whatsapp/${connection}`)
    expect(await filled()).toMatchObject([{ waId: 'A', kind: 'phoneOnly', connectionId: connection }])
    expect(await waiting()).toEqual([])
  })

  it('of another company are neither asked for nor filled in', async () => {
    const { foreigner } = await people(pg, gateway.url)
    const theirs = await openConnectedSession(foreigner, 'Deles')
    await callbacksFor(theirs).inbound(textFrom(rita, 'A', { kind: 'placeholder', body: '' }))
    await gives('A', { body: 'nossa' })
    expect(await filled()).toEqual([])
    expect(toConnectionId(theirs)).not.toBe(connection)
    await callbacksFor(theirs).filled(textFrom(rita, 'A', { body: 'deles' }))
    expect(await filled()).toMatchObject([{ connectionId: theirs, body: 'deles' }])
  })
})
