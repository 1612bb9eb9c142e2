import { setFlagsFromString } from 'node:v8'
import { runInNewContext, runInThisContext } from 'node:vm'

import { waitFor } from '@balcao/testkit'
import type { BinaryNode } from '@whiskeysockets/baileys'

import { Desk, PATIENCE_MS, words } from './bad-network-desk'
import type { Account, Contact } from './fake-whatsapp'
import { FrameGenerator } from './hostile-frames-generator'

jest.setTimeout(240_000)

const FRAMES = 50_000
const BATCH = 500
/** Hostile frames between two exchanges of messages. */
const EVERY = 5_000
const MOST_GROWTH_BYTES = 400 * 1024 * 1024

/** The process itself: a test sees only a copy, which gets no events. */
const theProcess = runInThisContext('process') as NodeJS.Process

function usedHeap(): number {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  return theProcess.memoryUsage().heapUsed
}

describe('a server gone mad', () => {
  let desk: Desk
  let victim: { account: Account; id: number; contact: Contact }
  let bystander: { account: Account; id: number; contact: Contact }
  let probe: Contact
  const unheld: unknown[] = []
  const note = (reason: unknown) => void unheld.push(reason)

  const person = async (number: string, contact: string) => {
    const account = desk.wa.account(number)
    return { account, id: await desk.link(account), contact: desk.wa.contact(contact) }
  }

  beforeAll(async () => {
    theProcess.on('unhandledRejection', note)
    theProcess.on('uncaughtExceptionMonitor', note)
    desk = await Desk.open({ gateway: { tuning: { baileysTimes: { connect: 1_000 } } } })
    victim = await person('5511940000001', '5511999990001')
    bystander = await person('5511940000002', '5511999990002')
    probe = desk.wa.contact('5511999990003')
    await desk.talks(victim.id, victim.account, victim.contact, 'antes')
    await desk.talks(bystander.id, bystander.account, bystander.contact, 'antes')
  })

  afterEach(() => expect(unheld).toEqual([]))

  afterAll(async () => {
    await desk.close()
    theProcess.off('unhandledRejection', note)
    theProcess.off('uncaughtExceptionMonitor', note)
  })

  /* Resolves when the client has processed everything that was sent. */
  const drained = (probe: string) =>
    waitFor(async () => {
      const bodies = await desk.bodies(victim.id, victim.contact)
      return bodies.includes(probe)
    }, 120_000)

  it('cannot end the process, nor the session for long, nor touch other sessions', async () => {
    const cast = {
      jids: [
        victim.contact.jid('pn'),
        victim.contact.jid('lid'),
        victim.account.jid('pn'),
        victim.account.jid('lid'),
        victim.account.deviceJid,
        's.whatsapp.net',
        '@s.whatsapp.net',
        '120363000000000001@g.us',
      ],
      waIds: victim.account.ledger.sentIds(),
    }
    const generator = new FrameGenerator(20261121, cast)
    const before = usedHeap()
    const inbound = ['antes?']
    const outbound = ['antes!']
    for (let sent = 0; sent < FRAMES; sent += BATCH) {
      await waitFor(() => victim.account.isOnline, PATIENCE_MS)
      for (let index = 0; index < BATCH; index++) sendOne(generator, index)
      await pinged()
      if (sent % EVERY !== 0) continue
      const word = `durante ${sent}`
      inbound.push(`${word}?`)
      outbound.push(`${word}!`)
      await desk.talks(bystander.id, bystander.account, bystander.contact, word)
      await victim.contact.text(victim.account, word)
    }
    await desk.isConnected(victim.id)
    await drained(`durante ${FRAMES - EVERY}`)
    expect(await desk.bodies(bystander.id, bystander.contact)).toEqual(inbound)
    expect(bystander.contact.inbox(bystander.account).texts()).toEqual(outbound)
    expect(bystander.account.ledger.connections).toHaveLength(1)
    await desk.talks(victim.id, victim.account, victim.contact, 'depois')
    const told = (await desk.received(victim.id)).filter(({ kind }) => kind === 'chat')
    expect(told.map(({ body }) => body).filter((body) => body !== 'e agora?')).toEqual([
      'antes?',
      ...words('', FRAMES / EVERY).map((_, index) => `durante ${index * EVERY}`),
      'depois?',
    ])
    expect(usedHeap() - before).toBeLessThan(MOST_GROWTH_BYTES)
    // Forged requests for messages create new sessions; phones request again the messages that these break.
    desk.wa.verify(['unknown-receipt', 'malformed', 'undecryptable'])
  })

  /* The client has read the frames: it acknowledges a message sent after them, or the socket closed. */
  const pinged = async () => {
    const { connection } = victim.account.device
    const waId = await probe.text(victim.account, 'e agora?')
    const isTaken = () => victim.account.device.pending.every(({ attrs }) => attrs['id'] !== waId)
    await waitFor(() => isTaken() || connection !== victim.account.device.connection, PATIENCE_MS)
  }

  const sendOne = (generator: FrameGenerator, index: number) => {
    const { connection } = victim.account.device
    if (index % 50 === 0) connection?.sendPlain(generator.bytes())
    else if (index % 50 === 1) connection?.sendSpoilt(generator.stanza(), (frame) => generator.spoil(frame))
    else connection?.send(generator.stanza())
  }

  it.each<[string, BinaryNode]>([
    ['an error without a code', { tag: 'stream:error', attrs: {} }],
    ['an error with a foreign code', { tag: 'stream:error', attrs: { code: '999' }, content: [] }],
    ['an error that is text', { tag: 'stream:error', attrs: { code: 'x' }, content: 'so long' }],
    ['a failure without a reason', { tag: 'failure', attrs: {} }],
    ['a failure with a foreign reason', { tag: 'failure', attrs: { reason: 'NaN' } }],
    ['the end', { tag: 'xmlstreamend', attrs: {} }],
    [
      'an unrequested pairing',
      { tag: 'iq', attrs: { id: '1' }, content: [{ tag: 'pair-success', attrs: {} }] },
    ],
  ])('that ends the stream with %s is come back to', async (_name, node) => {
    const { account, id, contact } = victim
    const logins = account.ledger.connections.length
    const { connection } = account.device
    connection?.send(node)
    connection?.close()
    await waitFor(() => account.ledger.connections.length > logins, PATIENCE_MS)
    await desk.isConnected(id)
    await desk.talks(id, account, contact, `depois de ${logins}`)
  })

  it('that asks a linked phone to be scanned again shows no code', async () => {
    const { account, id, contact } = victim
    const ref = { tag: 'ref', attrs: {}, content: Buffer.from('ref') }
    account.device.connection?.send({
      tag: 'iq',
      attrs: { id: '1', type: 'set', from: '@s.whatsapp.net' },
      content: [{ tag: 'pair-device', attrs: {}, content: [ref] }],
    })
    await desk.talks(id, account, contact, 'sem código')
    expect(await desk.row(id)).toMatchObject({ status: 'CONNECTED', qrcode: '' })
  })

  it('whose frames are cut short is noticed, and what it could not say comes again', async () => {
    const { account, id, contact } = victim
    const logins = account.ledger.connections.length
    account.device.connection?.sendSpoilt({ tag: 'ib', attrs: {} }, (frame) => frame.subarray(0, -3))
    await contact.text(account, 'engolida')
    // From here every frame is one position late; a query times out and the session closes, or the socket breaks.
    desk.wa.disconnect(account)
    await waitFor(() => account.ledger.connections.length > logins, PATIENCE_MS)
    await waitFor(async () => (await desk.bodies(id, contact)).at(-1) === 'engolida', PATIENCE_MS)
  })

  it.each<[string, (frame: Buffer) => Buffer]>([
    ['empty', () => Buffer.from([0, 0, 0])],
    ['noise', (frame) => Buffer.concat([frame.subarray(0, 3), Buffer.alloc(frame.length - 3, 7)])],
    ['cut short', (frame) => frame.subarray(0, 40)],
    ['longer than it is', (frame) => Buffer.concat([Buffer.from([255, 255, 255]), frame.subarray(3)])],
    ['one bit off', (frame) => Buffer.from(frame.map((byte, index) => (index === 60 ? byte ^ 1 : byte)))],
  ])('whose hello is %s is called again', async (_name, spoil) => {
    const { account, id, contact } = victim
    const before = desk.wa.ledger.handshakes.length
    desk.wa.faults.spoilHello = spoil
    desk.wa.disconnect(account)
    await waitFor(() => desk.wa.ledger.handshakes.length > before, PATIENCE_MS)
    await desk.is(id, { status: 'OPENING', last_end: 'lost', retries: 2, qrcode: '' })
    desk.wa.faults.clear()
    await desk.isConnected(id)
    await desk.talks(id, account, contact, `depois de ${before}`)
  })
})
