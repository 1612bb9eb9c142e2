import { waitFor } from '@balcao/testkit'

import { openLinkedStage, type Stage } from './stage'

let stage: Stage

afterEach(() => stage.close())

describe('a connected line', () => {
  beforeEach(async () => {
    stage = await openLinkedStage()
  })

  it('takes repeats of one message for one', async () => {
    const { wa, client, account, ana } = stage
    const id = '3EB0AAAAAAAAAAAAAAAA'
    await client.sock.sendMessage(ana.jid('pn'), { text: 'um' }, { messageId: id })
    await client.sock.sendMessage(ana.jid('pn'), { text: 'um' }, { messageId: id })
    await waitFor(() => account.ledger.sightings(id) === 2)
    await wa.idle()
    expect(ana.inbox(account).texts()).toEqual(['um'])
    wa.verify()
    await client.sock.sendMessage(ana.jid('pn'), { text: 'outro' }, { messageId: id })
    await waitFor(() => wa.ledger.violations.length > 0)
    expect(() => wa.verify()).toThrow('content-changed')
  })

  it('notices a ratchet that went back in time', async () => {
    const { wa, client, account, ana } = stage
    await client.sock.sendMessage(ana.jid('pn'), { text: 'um' })
    await waitFor(() => ana.inbox(account).texts().length === 1)
    const before = client.keys.copy()
    await client.sock.sendMessage(ana.jid('pn'), { text: 'dois' })
    await waitFor(() => ana.inbox(account).texts().length === 2)
    client.keys.restore(before)
    await client.sock.sendMessage(ana.jid('pn'), { text: 'três' })
    await waitFor(() => wa.ledger.violations.length > 0)
    expect(() => wa.verify()).toThrow('counter-reused')
  })

  it('refuses messages when it shall', async () => {
    const { wa, client, account, ana } = stage
    wa.faults.refuseMessages(463)
    const sent = await client.sock.sendMessage(ana.jid('pn'), { text: 'um' })
    await waitFor(
      () =>
        client.updates.some(({ key, update }) => key.id === sent?.key.id && update.status === 0) ||
        client.messages.some(({ key, status }) => key.id === sent?.key.id && status === 0),
    )
    expect(account.ledger.sent).toMatchObject([{ waId: sent?.key.id, refusedWith: '463' }])
    expect(ana.inbox(account).messages).toEqual([])
  })

  it('breaks after the nth frame, on either side of it', async () => {
    const { wa, client, account, ana } = stage
    wa.faults.cut({ direction: 'in', tag: 'message', nth: 2, when: 'after' })
    await client.sock.sendMessage(ana.jid('pn'), { text: 'um' })
    await client.sock.sendMessage(ana.jid('pn'), { text: 'dois' })
    await waitFor(() => client.closes.length === 2)
    await waitFor(() => ana.inbox(account).texts().length === 2)
    client.connect()
    await waitFor(() => account.isOnline)
    wa.faults.cut({ direction: 'out', tag: 'ack' })
    await client.sock.sendMessage(ana.jid('pn'), { text: 'três' })
    await waitFor(() => client.closes.length === 3)
  })

  it('goes dead without a word', async () => {
    const { wa, client, account, ana } = stage
    wa.freeze(account)
    await ana.text(account, 'oi')
    await client.sock.sendNode({ tag: 'presence', attrs: { type: 'available' } })
    expect(client.closes).toEqual([515])
    expect(account.device.pending).toHaveLength(1)
    client.connect()
    await waitFor(() => client.texts().includes('oi'))
  })

  it('drops, doubles and delays; what was dropped comes at the next connection', async () => {
    const { wa, client, account, ana } = stage
    wa.faults.toClient = { ...wa.faults.toClient, dropRate: 1 }
    await ana.text(account, 'oi')
    wa.faults.clear()
    wa.faults.toClient = { ...wa.faults.toClient, delayMs: 5, duplicateRate: 1, reorderRate: 0.5 }
    wa.disconnect(account)
    await waitFor(() => client.closes.length === 2)
    client.connect()
    await waitFor(() => client.texts().includes('oi'))
    await waitFor(() => account.device.pending.length === 0)
  })

  it.each([403, 411, 500, 503, 515] as const)('is closed with %d', async (code) => {
    const { wa, client, account } = stage
    wa.kick(account, code)
    await waitFor(() => client.closes.at(-1) === code && client.closes.length === 2)
  })

  it('refuses to be opened', async () => {
    const { wa, client, account } = stage
    await client.stop()
    wa.faults.refuseConnects = 1
    wa.faults.failLogins(503)
    client.connect()
    await waitFor(() => client.closes.length === 2)
    client.connect()
    await waitFor(() => client.closes.length === 3)
    expect(client.closes.at(-1)).toBe(503)
    client.connect()
    await waitFor(() => account.isOnline)
  })

  it('notices a pre-key id that was used before', async () => {
    const { wa, client } = stage
    await client.sock.uploadPreKeys(5)
    Object.assign(client.creds, { nextPreKeyId: 1, firstUnuploadedPreKeyId: 1 })
    await client.sock.uploadPreKeys(5)
    expect(() => wa.verify()).toThrow('pre-key-reused')
  })

  it('notices a receipt for what was never delivered', async () => {
    const { wa, client, ana } = stage
    await client.sock.sendReceipt(ana.jid('pn'), undefined, ['UNKNOWN'], 'read')
    await waitFor(() => wa.ledger.violations.length > 0)
    expect(() => wa.verify()).toThrow('unknown-receipt')
  })
})

it('hundreds of messages pass in order', async () => {
  stage = await openLinkedStage()
  const { wa, client, account, ana } = stage
  const wanted = Array.from({ length: 200 }, (_, i) => `mensagem ${i}`)
  await Promise.all(wanted.map((text) => ana.text(account, text)))
  await waitFor(() => client.texts().length === 200)
  expect(client.texts()).toEqual(wanted)
  await waitFor(() => account.device.pending.length === 0)
  wa.verify()
})
