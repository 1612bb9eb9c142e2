import { waitFor } from '@balcao/testkit'
import type { BinaryNode } from '@whiskeysockets/baileys'

import { Desk, PATIENCE_MS } from './bad-network-desk'
import type { Account, Contact, Group } from './fake-whatsapp'
import { findChild, listChildren } from './fake-whatsapp/stanza'

/* A device that a contact adds without a notification to us: the hash in the server's ack is the first sign. */

const OURS = '5511940000001'

describe.each(['lid', 'pn'] as const)('a device that we do not know, in a group of %s', (addressing) => {
  let desk: Desk
  let account: Account
  let ana: Contact
  let group: Group
  let id: number
  let stanzas: BinaryNode[]

  beforeEach(async () => {
    stanzas = []
    const watch = (direction: 'in' | 'out', node: BinaryNode) => {
      if (direction === 'in') stanzas.push(node)
    }
    // Devices that cannot read a message do not request a retry: their copies come from the hash alone.
    desk = await Desk.open({ network: { watch, settings: { asksAgain: false } } })
    account = desk.wa.account(OURS)
    ana = desk.wa.contact('5511999990001', { name: 'Ana' })
    const bia = desk.wa.contact('5511999990002', { name: 'Bia' })
    group = desk.wa.group(undefined, { subject: 'Obras', participants: [account, ana, bia], addressing })
    id = await desk.link(account)
  })
  afterEach(() => desk.close())

  const sends = async (body: string, to: 'ana' | 'group') => {
    const more = to === 'group' ? { number: '', remoteJid: group.jid } : {}
    const messageId = await desk.sends(id, to === 'group' ? '' : ana, body, more)
    const sent = await waitFor(async () => {
      const row = await desk.outbound(messageId)
      return ['ACCEPTED', 'DELIVERED'].includes(row.state) ? row : undefined
    }, PATIENCE_MS)
    return sent.wa_id
  }
  /** The results of Ana's second device for each ciphertext of a message. */
  const outcomes = (waId: string) =>
    ana
      .inbox(account)
      .sightings.filter((sighting) => sighting.phone === 1 && sighting.waId === waId)
      .map(({ outcome }) => outcome)
  const isRead = (waId: string) => waitFor(() => outcomes(waId).includes('decrypted'), PATIENCE_MS)
  /** The recipients of a message, in the order of sending. */
  const listStanzas = (waId: string) =>
    stanzas
      .filter(({ tag, attrs }) => tag === 'message' && attrs['id'] === waId)
      .map(({ attrs }) => attrs['participant'] ?? attrs['to'])
  const lookUps = () =>
    stanzas
      .map((node) => findChild(node, 'usync'))
      .filter((usync) => findChild(findChild(usync, 'query'), 'devices'))
      .flatMap((usync) => listChildren(findChild(usync, 'list')))
      .filter(({ attrs }) => attrs['jid'] === ana.jid(addressing)).length

  it('gets the message that missed it, once, and the next ones with all devices', async () => {
    for (const body of ['um', 'dois']) await sends(body, 'group')
    const before = lookUps()
    expect(before).toBeLessThanOrEqual(2)
    ana.change({ devices: [0, 1] })
    const missed = await sends('três', 'group')
    await isRead(missed)
    const next = await sends('quatro', 'group')
    await isRead(next)
    await sends('cinco', 'group')
    await desk.wa.idle()
    expect(listStanzas(missed)).toEqual([group.jid, ana.jid(addressing, 1)])
    expect([outcomes(missed)[0], listStanzas(next), outcomes(next)]).toEqual([
      'undecryptable',
      [group.jid],
      ['decrypted', 'decrypted'],
    ])
    expect(lookUps()).toBe(before + 1)
    await desk.shows(account, ana, ['um', 'dois', 'três', 'quatro', 'cinco'])
  })

  it('gets what was written to its owner alone, too', async () => {
    await sends('um', 'ana')
    ana.change({ devices: [0, 1] })
    const missed = await sends('dois', 'ana')
    await isRead(missed)
    await isRead(await sends('três', 'ana'))
    await desk.wa.idle()
    expect(listStanzas(missed)).toEqual([ana.jid('lid'), ana.jid('lid', 1)])
    await desk.shows(account, ana, ['um', 'dois', 'três'])
    desk.wa.verify()
  })
})
