import type {
  ConnectionView,
  SimulatorChat,
  SimulatorChatMessage,
  SimulatorOutboundItem,
} from '@balcao/contracts'
import type { TestDatabase } from '@balcao/testkit'
import { waitFor } from '@balcao/testkit'

import {
  revokeRequest,
  acme,
  asksToSend,
  caller,
  gatewayDatabase,
  messageUuid,
  outboundChanges,
  pairedConnection,
  people,
  quiet,
  received,
  SCHEMA,
  startGateway,
  tell,
  type Caller,
  type Gateway,
} from './support'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('a connected phone', () => {
  let pg: TestDatabase
  let gateway: Gateway
  let admin: Caller
  let phone: Caller
  let connection: number

  const outbound = async () =>
    (await phone<{ items: SimulatorOutboundItem[] }>('GET', `/simulator/outbound?connection=${connection}`))
      .body.items
  const says = (fields: Record<string, unknown>) =>
    phone('POST', '/simulator/inbound', { messages: [{ connection, number: '5511999990001', ...fields }] })

  beforeAll(async () => {
    pg = await gatewayDatabase()
    gateway = await startGateway(pg)
    admin = (await people(pg, gateway.url)).admin
    phone = caller(gateway.url)
    connection = await pairedConnection(gateway, admin, 'Vendas')
  })

  it('brings what a customer writes to the desk once', async () => {
    const posted = await says({ id: 'A1', name: 'Rita', body: 'oi' })
    expect(posted).toEqual({ status: 202, body: { accepted: [{ id: 'A1' }] } })
    await says({ id: 'A1', name: 'Rita', body: 'oi' })
    await says({ id: 'A2', name: 'Rita', body: 'tudo bem?', quotedId: 'A1' })
    await quiet(gateway)
    const events = await received(pg)
    expect(events.map((event) => event.body.value)).toMatchObject([
      {
        waId: 'A1',
        body: 'oi',
        kind: 'chat',
        connectionId: connection,
        fromMe: false,
        contact: { number: '5511999990001', name: 'Rita' },
      },
      { waId: 'A2', body: 'tudo bem?', quotedWaId: 'A1' },
    ])
    expect(new Set(events.map((event) => event.orderingKey)).size).toBe(1)
    expect(events[0]?.orderingKey).toBe(`conversation:${events[0]?.body.value.conversationId}`)
  })

  it('resolves the number with the other ninth digit and the LID to the same conversation', async () => {
    await says({ number: '551199990001', body: 'sou eu' })
    await says({ number: '5511999990001', lid: '998877665544', body: 'eu de novo' })
    await quiet(gateway)
    const events = await received(pg)
    expect(new Set(events.map((event) => event.body.value.conversationId)).size).toBe(1)
  })

  it('keeps files under a key of ours and the type their bytes say', async () => {
    await says({
      id: 'P1',
      body: 'veja',
      media: { name: '../../evil.png', mimeType: 'image/jpeg', base64: png.toString('base64') },
    })
    await says({
      id: 'H1',
      media: {
        name: 'page.html',
        mimeType: 'image/png',
        base64: Buffer.from('<script>1</script>').toString('base64'),
      },
    })
    await quiet(gateway)
    const events = await received(pg)
    const [photo, page] = ['P1', 'H1'].map(
      (id) => events.find((event) => event.body.value.waId === id)?.body.value,
    )
    expect(photo).toMatchObject({
      kind: 'image',
      body: 'veja',
      media: { mimeType: 'image/png', sizeBytes: png.length, width: 1, height: 1 },
    })
    expect(photo?.media?.key).toMatch(/^companies\/1\/\d{4}\/\d{2}\/[0-9a-f]{32}\.png$/)
    expect(page).toMatchObject({ kind: 'application', media: { mimeType: 'text/plain' } })
    expect(await gateway.ports.blobs.info(photo?.media?.key ?? '')).toEqual({ sizeBytes: png.length })
  })

  it('tells locations, cards, groups and second thoughts', async () => {
    await says({ id: 'L1', location: { latitude: -23.5, longitude: -46.6, name: 'Loja' } })
    await says({ id: 'V1', vcard: 'BEGIN:VCARD\nEND:VCARD' })
    await says({
      id: 'G1',
      name: 'Davi',
      body: 'oi grupo',
      group: { id: '120363', subject: 'Obra', participant: '5511988880002' },
    })
    await quiet(gateway)
    await phone('POST', '/simulator/revise', {
      connection,
      number: '5511999990001',
      id: 'A2',
      body: 'tudo bem??',
    })
    await phone('POST', '/simulator/revise', { connection, number: '120363', id: 'G1' })
    await quiet(gateway)
    const events = await received(pg)
    const of = (id: string) => events.find((event) => event.body.value.waId === id)?.body.value
    expect(of('L1')).toMatchObject({
      kind: 'locationMessage',
      location: { latitude: -23.5, name: 'Loja', address: '' },
    })
    expect(of('V1')).toMatchObject({ kind: 'vcard', vcard: 'BEGIN:VCARD\nEND:VCARD' })
    expect(of('G1')).toMatchObject({
      isGroup: true,
      remoteJid: '120363@g.us',
      contact: { name: 'Obra' },
      sender: { number: '5511988880002', name: 'Davi' },
    })
    const revisions = await pg.sql<{ body: { messageRevised: object } }>(
      `SELECT body FROM ${SCHEMA}.outbox WHERE type = 'messageRevised' ORDER BY seq`,
    )
    expect(revisions.map((row) => row.body.messageRevised)).toMatchObject([
      { waId: 'A2', body: 'tudo bem??' },
      { waId: 'G1', deleted: true },
    ])
  })

  it('sends what the desk asks and tells every tick', async () => {
    await asksToSend(gateway, {
      messageId: messageUuid(1),
      connectionId: connection,
      number: '5511999990001',
      body: 'bom dia',
    })
    await asksToSend(gateway, {
      messageId: messageUuid(1),
      connectionId: connection,
      number: '5511999990001',
      body: 'bom dia',
    })
    await quiet(gateway)
    const items = await outbound()
    expect(items).toMatchObject([{ number: '5511999990001', body: 'bom dia', sightings: 1, ack: 3 }])
    expect(items[0]?.id).toMatch(/^3EB0[0-9A-F]{18}$/)
    const changes = (await outboundChanges(pg)).map((event) => event.body.value)
    // A receipt may show acceptance before the server says it.
    const acks = changes.map((change) => change.ack)
    expect(acks).toEqual([...new Set(acks)].sort())
    expect(acks.at(-1)).toBe(3)
    expect(changes[0]).toMatchObject({
      messageId: messageUuid(1),
      waId: items[0]?.id,
      connectionId: connection,
      failure: '',
    })
  })

  it('sends files by key of the own company only', async () => {
    const key = 'companies/1/2026/11/0123456789abcdef0123456789abcdef.png'
    await gateway.ports.blobs.put(key, png)
    await gateway.ports.blobs.put('companies/2/2026/11/secret.png', png)
    const media = {
      key,
      name: 'foto.png',
      mimeType: 'image/png',
      sizeBytes: png.length,
      width: 0,
      height: 0,
      durationSeconds: 0,
    }
    await asksToSend(gateway, {
      messageId: messageUuid(2),
      connectionId: connection,
      number: '5511999990001',
      kind: 'image',
      body: 'foto',
      media,
    })
    await asksToSend(gateway, {
      messageId: messageUuid(3),
      connectionId: connection,
      number: '5511999990001',
      kind: 'image',
      media: { ...media, key: 'companies/2/2026/11/secret.png' },
    })
    await asksToSend(gateway, {
      messageId: messageUuid(4),
      connectionId: connection,
      number: '5511999990001',
      kind: 'image',
      media: { ...media, key: 'companies/1/../2/2026/11/secret.png' },
    })
    await quiet(gateway)
    const [item, ...others] = (await outbound()).filter((sent) => sent.kind === 'image')
    expect(others).toEqual([])
    const bytes = await fetch(gateway.url + (item?.media?.url ?? ''))
    expect(Buffer.from(await bytes.arrayBuffer()).equals(png)).toBe(true)
    expect(bytes.headers.get('content-type')).toBe('image/png')
    const failed = (await outboundChanges(pg))
      .map((event) => event.body.value)
      .filter((change) => change.ack === -1)
    expect(failed).toMatchObject([
      { messageId: messageUuid(3), failure: 'ERR_NO_MEDIA_FOUND' },
      { messageId: messageUuid(4), failure: 'ERR_NO_MEDIA_FOUND' },
    ])
  })

  it('deletes for everyone behind its message, and marks as read', async () => {
    const deleted = async () => (await outbound()).filter((item) => item.deleted)
    const deletedBefore = (await deleted()).length
    await asksToSend(gateway, {
      messageId: messageUuid(5),
      connectionId: connection,
      number: '5511999990001',
      body: 'ops',
    })
    await tell(
      gateway,
      'outboundRevokeRequested',
      revokeRequest({
        messageId: messageUuid(5),
        connectionId: connection,
      }),
    )
    await tell(gateway, 'readMarkRequested', {
      connectionId: connection,
      remoteJid: '5511999990001@s.whatsapp.net',
      waIds: ['A1'],
      participant: '',
    })
    await waitFor(async () => (await deleted()).length === deletedBefore + 1)
    expect((await outbound()).map((item) => item.body)).not.toContain('ops')
    const read = async () =>
      (
        await phone<SimulatorChatMessage[]>(
          'GET',
          `/simulator/messages?connection=${connection}&number=5511999990001`,
        )
      ).body.find((message) => message.id === 'A1')?.ack
    await waitFor(async () => (await read()) === 3)
    await quiet(gateway)
  })

  it('shows its chats to the phone', async () => {
    const chats = (await phone<SimulatorChat[]>('GET', `/simulator/chats?connection=${connection}`)).body
    expect(chats.map((chat) => chat.number)).toEqual(['5511999990001', '120363', '551199990001'])
    expect(chats[1]).toMatchObject({ name: 'Obra', isGroup: true })
  })

  it('answers whether a number exists', async () => {
    const check = gateway.service.rpc[0]?.implementation.checkNumber as unknown as (
      call: object,
      done: (error: unknown, answer?: unknown) => void,
    ) => void
    const ask = (request: object) =>
      new Promise((resolve) =>
        check({ request, getDeadline: () => new Date(Date.now() + 60_000), metadata: {} }, (error, answer) =>
          resolve(error ?? answer),
        ),
      )
    expect(await ask({ companyId: acme, connectionId: 0, number: '5511999990001' })).toEqual({
      exists: true,
      number: '5511999990001',
    })
    expect(await ask({ companyId: acme, connectionId: connection, number: '00011112222' })).toMatchObject({
      exists: false,
    })
    expect(await ask({ companyId: 2, connectionId: connection, number: '5511999990001' })).toMatchObject({
      details: 'ERR_NO_WAPP_FOUND',
    })
  })

  it('comes back by itself after every end but the last', async () => {
    const status = async () => (await admin<ConnectionView>('GET', `/whatsapp/${connection}`)).body.status
    for (const action of ['drop', 'restart', 'replace']) {
      const before = await pg.sql<{ socket: string }>(
        `SELECT socket FROM simulator.lines WHERE connection_id = $1`,
        [connection],
      )
      expect((await phone('POST', `/simulator/connections/${connection}/${action}`, {})).status).toBe(200)
      await waitFor(async () => {
        const [line] = await pg.sql<{ socket: string | null }>(
          `SELECT socket FROM simulator.lines WHERE connection_id = $1`,
          [connection],
        )
        return line?.socket && line.socket !== before[0]?.socket && (await status()) === 'CONNECTED'
      })
    }
    await phone('POST', `/simulator/connections/${connection}/logout`, {})
    await waitFor(async () => (await status()) === 'DISCONNECTED')
    await says({ id: 'OFF1', body: 'alguém aí?' })
    await asksToSend(gateway, {
      messageId: messageUuid(6),
      connectionId: connection,
      number: '5511999990001',
      body: 'volto já',
    })
    await admin('PUT', `/whatsappsession/${connection}`, {})
    await waitFor(async () => (await status()) === 'qrcode')
    expect((await outboundChanges(pg)).some((event) => event.body.value.messageId === messageUuid(6))).toBe(
      false,
    )
    await phone('POST', `/simulator/connections/${connection}/scan`, { number: '5511940009999' })
    await waitFor(async () => (await status()) === 'CONNECTED')
    await quiet(gateway)
    expect((await received(pg)).at(-1)?.body.value.waId).toBe('OFF1')
    expect((await outbound()).at(-1)).toMatchObject({ body: 'volto já', sightings: 1 })
  })
})
