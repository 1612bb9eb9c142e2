import type { ConnectionHealth } from '@balcao/contracts'
import { waitFor } from '@balcao/testkit'
import type { BinaryNode } from '@whiskeysockets/baileys'

import { Desk, PATIENCE_MS } from './bad-network-desk'
import { stanza } from './fake-whatsapp/stanza'
import { messageUuid, revokeRequest, tell } from './support'

/** Ordinary behaviour of the real server that breaks an unprepared client. */
describe('a socket on a network as strict as the real one', () => {
  let desk: Desk
  let said: BinaryNode[]

  beforeEach(async () => {
    said = []
    const watch = (direction: 'in' | 'out', node: BinaryNode) => {
      if (direction === 'in') said.push(node)
    }
    desk = await Desk.open({ network: { watch } })
  })
  afterEach(() => desk.close())

  it('acks the status updates of strangers, and neither tells nor asks for them', async () => {
    const account = desk.wa.account('5511940000001')
    const ana = desk.wa.contact('5511999990001')
    const id = await desk.link(account)
    await desk.talks(id, account, ana, 'oi')
    await waitFor(() => account.device.pending.length === 0, PATIENCE_MS)
    const posts = [...account.ledger.delivered.keys()]
    expect(posts.length).toBeGreaterThan(1)
    expect(said.filter(({ tag, attrs }) => tag === 'ack' && attrs['to'] === 'status@broadcast')).toHaveLength(
      1,
    )
    expect([account.ledger.retries, account.ledger.nacks]).toEqual([[], []])
    expect((await desk.received(id)).map(({ body }) => body)).toEqual(['oi?'])
  })

  it('acks stanzas that it does not know, each once, and no more of those that nobody acks', async () => {
    const account = desk.wa.account('5511940000001')
    const ana = desk.wa.contact('5511999990001')
    const id = await desk.link(account)
    const from = ana.jid('lid')
    for (const tag of ['status', 'appdata', 'something-new'])
      account.device.deliver(stanza(tag, { id: `${tag}-1`, from, participant: from, type: 'text', t: '1' }))
    account.device.connection?.send(stanza('presence', { id: 'P1', from, type: 'available' }))
    await waitFor(() => account.device.pending.length === 0, PATIENCE_MS)
    await desk.talks(id, account, ana, 'oi')
    const acked = said.flatMap(({ tag, attrs }) => (tag === 'ack' ? [[attrs['class'], attrs['id']]] : []))
    for (const tag of ['status', 'appdata', 'something-new'])
      expect(acked.filter(([, of]) => of === `${tag}-1`)).toEqual([[tag, `${tag}-1`]])
    expect(acked.some(([, of]) => of === 'P1')).toBe(false)
  })

  it('edits and deletes so that a phone which cannot decrypt it shows nothing', async () => {
    const account = desk.wa.account('5511940000001')
    const ana = desk.wa.contact('5511999990001')
    const group = desk.wa.group(undefined, { subject: 'Obra', participants: [account, ana] })
    const id = await desk.link(account)
    const acked = (waIds: number) => waitFor(() => account.ledger.sentIds().length === waIds, PATIENCE_MS)
    const chats = [{ number: ana.number }, { remoteJid: group.jid }]
    for (const [index, chat] of chats.entries()) {
      const messageId = await desk.sends(id, ana, 'oi', chat)
      await acked(3 * index + 1)
      const edit = { requestId: messageUuid(900 + index), messageId, connectionId: id, body: 'olá' }
      await tell(desk.gateway, 'outboundEditRequested', edit)
      await acked(3 * index + 2)
      await tell(desk.gateway, 'outboundRevokeRequested', revokeRequest({ messageId, connectionId: id }))
      await acked(3 * index + 3)
    }
    await waitFor(() => ana.inbox(account).messages.length === 6, PATIENCE_MS)
    const edits = said.filter(({ tag, attrs }) => tag === 'message' && attrs['edit'])
    expect(edits.map(({ attrs }) => attrs['edit'])).toEqual(['1', '7', '1', '7'])
    // What a phone reads has no pin: only the library was told of one.
    for (const { message } of ana.inbox(account).messages) expect(message.pinInChatMessage ?? null).toBeNull()
    desk.wa.verify()
  })

  it('that takes no new keys tells so on the connection’s page, and goes on', async () => {
    desk.wa.settings.refusesPreKeys = true
    const account = desk.wa.account('5511940000001')
    const id = await desk.link(account)
    await desk.talks(id, account, desk.wa.contact('5511999990001'), 'oi')
    const health = async () => (await desk.admin<ConnectionHealth>('GET', `/whatsapp/${id}/health`)).body
    await waitFor(async () => (await health()).troubles.length > 0, PATIENCE_MS)
    expect((await health()).troubles).toMatchObject([{ kind: 'pre-keys', count: 1 }])
  })

  it('that does not deliver is closed and opened again', async () => {
    const account = desk.wa.account('5511940000001')
    const id = await desk.link(account)
    desk.wa.faults.refuseActive = 1
    desk.wa.disconnect(account)
    await desk.is(id, { status: 'OPENING' })
    await desk.isConnected(id)
    await desk.talks(id, account, desk.wa.contact('5511999990001'), 'oi')
    // The first one, the refused one, and the one after it.
    expect(account.ledger.connections).toHaveLength(3)
  })

  it('encrypts for a new device of a contact once the server’s hash of the devices changes', async () => {
    const account = desk.wa.account('5511940000001')
    const ana = desk.wa.contact('5511999990001')
    const id = await desk.link(account)
    await desk.talks(id, account, ana, 'oi')
    ana.change({ devices: [0, 1] })
    await desk.sends(id, ana, 'segunda')
    await waitFor(() => ana.inbox(account).texts().includes('segunda'), PATIENCE_MS)
    await desk.sends(id, ana, 'terceira')
    await waitFor(
      () => ana.inbox(account).sightings.some(({ phone, outcome }) => phone === 1 && outcome === 'decrypted'),
      PATIENCE_MS,
    )
    desk.wa.verify()
  })
})
