import type { BinaryNode } from '@whiskeysockets/baileys'

import { waitFor } from '@balcao/testkit'

import { openLinkedStage, type Stage } from './stage'

let stage: Stage
const messagesDown: BinaryNode[] = []

beforeEach(async () => {
  messagesDown.length = 0
  stage = await openLinkedStage({
    client: { maxMsgRetryCount: 5, retryRequestDelayMs: 1 },
    watch: (direction, node) => {
      if (direction === 'out' && node.tag === 'message') messagesDown.push(node)
    },
  })
})

afterEach(() => stage.close())

const readCiphertext = (node: BinaryNode | undefined): string =>
  Array.isArray(node?.content) ? Buffer.from(node.content[0]?.content as Uint8Array).toString('hex') : ''

describe('a message for a client that is away', () => {
  it('waits, and comes in order', async () => {
    const { client, account, ana } = stage
    await client.stop()
    await waitFor(() => !account.isOnline)
    for (const text of ['um', 'dois', 'três']) await ana.text(account, text)
    client.connect()
    await waitFor(() => client.texts().length === 3)
    expect(client.texts()).toEqual(['um', 'dois', 'três'])
    expect(messagesDown.every(({ attrs }) => attrs['offline'])).toBe(true)
    await waitFor(() => account.device.pending.length === 0)
  })
})

describe('a message whose receipt never came', () => {
  it('comes again with the same ciphertext; a client that cannot read it twice loses it', async () => {
    const { wa, client, account, ana } = stage
    wa.faults.cut({ direction: 'in', tag: 'receipt' })
    const id = await ana.text(account, 'oi')
    await waitFor(() => client.closes.length === 2)
    client.connect()
    await waitFor(() => account.ledger.nacks.length === 1)
    expect(account.ledger.nacks).toEqual([{ waId: id, error: '487' }])
    expect(account.ledger.delivered.get(id)).toBe(2)
    expect(readCiphertext(messagesDown[1])).toBe(readCiphertext(messagesDown[0]))
    expect(messagesDown[1]?.attrs['offline']).toBeDefined()
    await waitFor(() => account.device.pending.length === 0)
  })
})

describe('a message the client cannot read', () => {
  it('is encrypted again under its id', async () => {
    const { client, account, ana } = stage
    await ana.text(account, 'um')
    await waitFor(() => client.texts().includes('um'))
    await client.sock.sendMessage(ana.jid('pn'), { text: 'a sessão está feita' })
    await waitFor(() => ana.inbox(account).messages.length === 1)
    client.keys.clear?.()
    const id = await ana.text(account, 'dois')
    await waitFor(() => client.texts().includes('dois'))
    expect(account.ledger.retries[0]).toMatchObject({ waId: id, count: 1 })
    expect(account.ledger.delivered.get(id)).toBeGreaterThan(1)
  })
})

describe('a message the contact cannot read', () => {
  it('is asked for again and told once', async () => {
    const { wa, client, account, ana } = stage
    await ana.text(account, 'oi')
    await waitFor(() => client.texts().includes('oi'))
    await client.sock.sendMessage(ana.jid('pn'), { text: 'um' })
    await waitFor(() => ana.inbox(account).texts().includes('um'))
    await ana.forgetSessions(account)
    const sent = await client.sock.sendMessage(ana.jid('pn'), { text: 'dois' })
    await waitFor(() => ana.inbox(account).texts().includes('dois'))
    expect(ana.inbox(account).texts()).toEqual(['um', 'dois'])
    const outcomes = ana.inbox(account).sightings.filter(({ waId }) => waId === sent?.key.id)
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['undecryptable', 'decrypted'])
    expect(() => wa.verify()).toThrow('undecryptable')
    wa.verify(['undecryptable'])
  })

  it('is readable again after the contact changed its phone', async () => {
    const { wa, client, account, ana } = stage
    await client.sock.sendMessage(ana.jid('pn'), { text: 'um' })
    await waitFor(() => ana.inbox(account).texts().includes('um'))
    ana.changePhone(account)
    await waitFor(() => account.device.pending.length === 0)
    await client.sock.sendMessage(ana.jid('pn'), { text: 'dois' })
    await waitFor(() => ana.inbox(account).texts().includes('dois'))
    await ana.text(account, 'telefone novo')
    await waitFor(() => client.texts().includes('telefone novo'))
    wa.verify(['undecryptable'])
  })

  it('is sent again when the contact asks without a reason', async () => {
    const { client, account, ana } = stage
    const sent = await client.sock.sendMessage(ana.jid('pn'), { text: 'um' })
    const id = sent?.key.id ?? ''
    await waitFor(() => ana.inbox(account).find(id))
    await ana.requestRetry(account, id, { keys: true })
    await waitFor(() => ana.inbox(account).sightings.filter(({ waId }) => waId === id).length === 2)
    expect(ana.inbox(account).texts()).toEqual(['um'])
  })
})
