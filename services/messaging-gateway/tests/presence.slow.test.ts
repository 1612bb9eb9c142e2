import { waitFor } from '@balcao/testkit'
import type { BinaryNode } from '@whiskeysockets/baileys'

import { Desk, PATIENCE_MS } from './bad-network-desk'
import type { Account, Contact } from './fake-whatsapp'
import { listChildren } from './fake-whatsapp/stanza'
import { tell } from './support'

/** A number's presence as a customer and the owner's phone see it: unused, used by a bot, used by an agent. */
describe('a real number', () => {
  let desk: Desk
  let account: Account
  let ana: Contact
  let id: number
  let seen: string[]

  /* Presence stanzas of the client, as the server received them, in order. */
  const note = (direction: 'in' | 'out', node: BinaryNode) => {
    if (direction === 'out') return
    if (node.tag === 'chatstate') seen.push(listChildren(node)[0]?.tag ?? '')
    if (node.tag === 'message' && node.attrs['category'] !== 'peer') seen.push('message')
  }
  const whatsapp = {
    webSocketUrl: '',
    rootKey: '',
    mediaBase: '',
    deviceName: 'Balcão',
    historyHours: 0,
    showsPresence: true,
  }

  beforeEach(async () => {
    seen = []
    desk = await Desk.open({
      network: { watch: note },
      gateway: { config: { whatsapp, showsTyping: true }, tuning: { baileysTimes: { agentIdle: 300 } } },
    })
    account = desk.wa.account('5511940000001')
    id = await desk.link(account)
    ana = desk.wa.contact('5511999990001')
    await ana.text(account, 'bom dia', { id: '3EB0AA' })
    await desk.has(id, ana, ['bom dia'])
  })
  afterEach(() => desk.close())

  it('types before it writes, is not online for that, and sends no read receipt for an unopened ticket', async () => {
    await desk.sends(id, ana, 'olá')
    await desk.shows(account, ana, ['olá'])
    expect(seen).toEqual(['composing', 'message'])
    expect(account.ledger.presences).not.toContain('available')
    expect(account.ledger.receipts.filter(({ type }) => type === 'read')).toEqual([])
  })

  it('is online while an agent works on it, and no longer', async () => {
    const remoteJid = `${ana.number}@s.whatsapp.net`
    const mark = { connectionId: id, remoteJid, participant: '', waIds: ['3EB0AA'] }
    await tell(desk.gateway, 'readMarkRequested', mark)
    await waitFor(() => account.ledger.presences.includes('available'), PATIENCE_MS)
    await waitFor(() => account.ledger.receipts.some(({ type }) => type === 'read'), PATIENCE_MS)
    await waitFor(() => account.ledger.presences.at(-1) === 'unavailable', PATIENCE_MS)
  })
})
