import type { EventValue } from '@balcao/contracts/wire'
import { readOutbox, waitFor } from '@balcao/testkit'
import type { BinaryNode } from '@whiskeysockets/baileys'

import { Desk, PATIENCE_MS } from './bad-network-desk'
import type { Account } from './fake-whatsapp'
import { findChild, listChildren } from './fake-whatsapp/stanza'
import { SCHEMA } from './support'

const OURS = '5511940000001'
const ANA = { number: '5511999990001', lid: '77000000000001' }

/** Addressing of messages, on a network that refuses messages to the number of a person with a LID. */
describe('a one-to-one message', () => {
  let desk: Desk
  let account: Account
  let id: number
  let stanzas: BinaryNode[]

  beforeEach(async () => {
    stanzas = []
    const watch = (direction: 'in' | 'out', node: BinaryNode) => {
      if (direction === 'in') stanzas.push(node)
    }
    // A frame that a busy machine accepts late would be sent twice.
    desk = await Desk.open({
      network: { watch },
      gateway: { tuning: { outboundTimes: { acceptWithinMs: 60_000 } } },
    })
    account = desk.wa.account(OURS)
    id = await desk.link(account)
  })
  afterEach(() => desk.close())

  const state = async (messageId: string) => (await desk.outbound(messageId)).state
  const delivered = (messageId: string) =>
    waitFor(async () => (await state(messageId)) === 'DELIVERED', PATIENCE_MS)
  const messages = () => stanzas.filter(({ tag, attrs }) => tag === 'message' && attrs['category'] !== 'peer')
  /** The people named in queries of this kind (`devices`, `contact`). */
  const askedFor = (protocol: string) =>
    stanzas
      .map((node) => findChild(node, 'usync'))
      .filter((usync) => findChild(findChild(usync, 'query'), protocol))
      .flatMap((usync) => listChildren(findChild(usync, 'list')))
  const forcedSessions = () =>
    stanzas.flatMap((node) =>
      listChildren(findChild(node, 'key')).filter(({ attrs }) => attrs['reason'] === 'identity'),
    )

  it('to a stranger goes to the LID that the server names, with the number beside it', async () => {
    const ana = desk.wa.contact(ANA.number, { lid: ANA.lid })
    await delivered(await desk.sends(id, ana, 'oi'))
    expect(messages()).toMatchObject([
      { attrs: { to: `${ANA.lid}@lid`, peer_recipient_pn: `${ANA.number}@s.whatsapp.net` } },
    ])
    await desk.shows(account, ana, ['oi'])
    desk.wa.verify()
  })

  it('to a stranger whom the server names by LID goes there', async () => {
    desk.wa.settings.numberChecks = 'by-lid'
    const ana = desk.wa.contact(ANA.number, { lid: ANA.lid })
    await delivered(await desk.sends(id, ana, 'oi'))
    expect(messages()).toMatchObject([
      { attrs: { to: `${ANA.lid}@lid`, peer_recipient_pn: `${ANA.number}@s.whatsapp.net` } },
    ])
  })

  it('to a contact who hides the number goes to the LID it came from, without a number', async () => {
    const ana = desk.wa.contact(ANA.number, { lid: ANA.lid, addressing: 'lid', hidesNumber: true })
    await ana.text(account, 'quem será?')
    const [received] = await waitFor(async () => {
      const all = await desk.received(id)
      return all.length > 0 ? all : undefined
    }, PATIENCE_MS)
    expect(received).toMatchObject({ remoteJid: `${ANA.lid}@lid`, contact: { number: '', lid: ANA.lid } })
    await delivered(await desk.sends(id, '', 'oi', { remoteJid: `${ANA.lid}@lid` }))
    expect(messages().map(({ attrs }) => [attrs['to'], attrs['peer_recipient_pn']])).toEqual([
      [`${ANA.lid}@lid`, undefined],
    ])
    await desk.shows(account, ana, ['oi'])
    desk.wa.verify()
  })

  it('to a contact who has written needs no lookup', async () => {
    const ana = desk.wa.contact(ANA.number, { lid: ANA.lid })
    await ana.text(account, 'bom dia')
    await desk.has(id, ana, ['bom dia'])
    await delivered(await desk.sends(id, ana, 'oi'))
    expect(askedFor('contact')).toEqual([])
    expect(messages()).toMatchObject([{ attrs: { to: `${ANA.lid}@lid` } }])
  })

  it('goes to the number when there is no LID', async () => {
    const ana = desk.wa.contact(ANA.number, { lid: null })
    await delivered(await desk.sends(id, ana, 'oi'))
    expect(messages().map(({ attrs }) => [attrs['to'], attrs['peer_recipient_pn']])).toEqual([
      [`${ANA.number}@s.whatsapp.net`, undefined],
    ])
  })

  it.each(['empty', 'refused'] as const)(
    'to a stranger is not given up when the server’s answer about the number is %s',
    async (numberChecks) => {
      desk.wa.settings.numberChecks = numberChecks
      const ana = desk.wa.contact(ANA.number, { lid: ANA.lid })
      const messageId = await desk.sends(id, ana, 'oi')
      await waitFor(() => askedFor('contact').length > 0, PATIENCE_MS)
      desk.wa.settings.numberChecks = 'answered'
      await delivered(messageId)
      await desk.shows(account, ana, ['oi'])
    },
  )

  it('carries the token of a contact that trusts us, after a restart too', async () => {
    const ana = desk.wa.contact(ANA.number, { lid: ANA.lid })
    const token = Buffer.from('0123456789')
    ana.trust(account, token)
    await ana.text(account, 'bom dia')
    await desk.has(id, ana, ['bom dia'])
    await desk.restart()
    await desk.isConnected(id)
    await delivered(await desk.sends(id, ana, 'oi'))
    const sent = findChild(messages().at(-1), 'tctoken')?.content
    expect(Buffer.from(sent as Uint8Array)).toEqual(token)
  })

  it('finds its chat again when the contact answers under the LID alone', async () => {
    const ana = desk.wa.contact(ANA.number, { lid: ANA.lid })
    await delivered(await desk.sends(id, ana, 'oi'))
    await ana.text(account, 'sou eu', { addressing: 'lid', attrs: { sender_pn: undefined } })
    await desk.has(id, ana, ['sou eu'])
    const values = (await readOutbox(desk.pg, SCHEMA, 'messageReceived')).map(
      ({ body }) => body.value as EventValue<'messageReceived'>,
    )
    expect(values.map(({ contact }) => contact)).toMatchObject([{ number: ANA.number, lid: ANA.lid }])
  })

  it('looks a number up once, also after a restart', async () => {
    const ana = desk.wa.contact(ANA.number, { lid: ANA.lid })
    await delivered(await desk.sends(id, ana, 'oi'))
    expect(askedFor('contact')).toHaveLength(1)
    const rows = await desk.pg.sql(
      `SELECT number, is_there FROM ${SCHEMA}.number_checks WHERE company_id = 1 AND provider = 'beta'`,
    )
    expect(rows).toEqual([{ number: ANA.number, is_there: true }])
    await desk.pg.sql(`DELETE FROM ${SCHEMA}.signal_secrets WHERE type IN ('lid-mapping', 'session')`)
    await desk.restart()
    await desk.isConnected(id)
    await delivered(await desk.sends(id, ana, 'de novo'))
    expect(askedFor('contact')).toHaveLength(1)
  })

  it('goes to the new LID once the server has said that the old one is out of date, and no more to the old one', async () => {
    const ana = desk.wa.contact(ANA.number, { lid: ANA.lid })
    await delivered(await desk.sends(id, ana, 'um'))
    ana.learnLid('77000000000099')
    await delivered(await desk.sends(id, ana, 'dois'))
    await waitFor(() => askedFor('contact').length === 2, PATIENCE_MS)
    await delivered(await desk.sends(id, ana, 'três'))
    expect(messages().map(({ attrs }) => attrs['to'])).toEqual([
      `${ANA.lid}@lid`,
      `${ANA.lid}@lid`,
      '77000000000099@lid',
    ])
    // The person known by the old LID alone may not be the one who has the number now.
    const lost = await desk.sends(id, '', 'quatro', { number: '', remoteJid: `${ANA.lid}@lid` })
    await waitFor(async () => (await state(lost)) === 'FAILED', PATIENCE_MS)
    expect(await desk.outbound(lost)).toMatchObject({ failure: 'ERR_WAPP_INVALID_CONTACT' })
    expect(messages()).toHaveLength(3)
    desk.wa.verify()
  })

  it('asks for devices once, anew only when the server hashes others, and never forces a session', async () => {
    const ana = desk.wa.contact(ANA.number, { lid: ANA.lid })
    const lookUps = () => askedFor('devices').filter(({ attrs }) => attrs['jid'] === `${ANA.lid}@lid`).length
    for (const text of ['um', 'dois', 'três']) await delivered(await desk.sends(id, ana, text))
    const first = lookUps()
    expect(first).toBeLessThanOrEqual(2)
    ana.change({ devices: [0, 1] })
    await delivered(await desk.sends(id, ana, 'quatro'))
    await delivered(await desk.sends(id, ana, 'cinco'))
    expect(lookUps()).toBe(first + 1)
    const devices = listChildren(findChild(messages().at(-1), 'participants')).map(
      ({ attrs }) => attrs['jid'],
    )
    expect(devices).toContain(`${ANA.lid}:1@lid`)
    expect(forcedSessions()).toEqual([])
    desk.wa.verify()
  })
})
