import { waitFor } from '@balcao/testkit'

import { startFakeWhatsApp, type Account, type Contact, type FakeWhatsApp } from './index'
import { PlainClient } from './plain-client'
import { buildWhatsmeowClient, WhatsmeowClient, type ClientEvent } from './whatsmeow-client'

/*
 * whatsmeow implements the network's protocol independently of Baileys. What it cannot do with the fake server is a mistake of the
 * fake, or of this test; what the fake objects to in whatsmeow's stanzas is a rule that the real network does not have.
 */

const MINUTES = 60_000

let program: string
let wa: FakeWhatsApp
let account: Account
let ana: Contact
let client: WhatsmeowClient

const hasText =
  (text: string) =>
  ({ content }: ClientEvent) =>
    (content?.['conversation'] ??
      (content?.['extendedTextMessage'] as { text?: string } | undefined)?.text) === text

beforeAll(async () => {
  program = await buildWhatsmeowClient()
}, 20 * MINUTES)

beforeEach(async () => {
  // The newest version of the proxy is of December 2025; since June 2026 an early success is ignored (5f04eac6).
  wa = await startFakeWhatsApp({ settings: { saysSuccessEarly: false } })
  account = wa.account('5511900000001')
  ana = wa.contact('5511977770001', { name: 'Ana' })
  client = await WhatsmeowClient.start(program, wa)
})

afterEach(async () => {
  await client.stop()
  await wa.stop()
})

describe('linking', () => {
  it('by the QR code', async () => {
    await client.pair(account)
    expect((await client.hears('paired'))['jid']).toBe(account.deviceJid)
    expect(account.device.preKeys.size).toBeGreaterThan(0)
    wa.verify()
  })

  it('by the eight characters typed on the phone', async () => {
    await client.run('connect')
    await client.hears('qr')
    const code = await client.run('code', { number: account.number })
    await account.enterCode(code.replace('-', ''))
    await client.hears('connected')
    wa.verify()
  })

  it('ends on the phone', async () => {
    await client.pair(account)
    account.unlink()
    await client.hears('loggedOut')
  })

  it('ends in the client', async () => {
    await client.pair(account)
    await client.run('logout')
    await waitFor(() => !account.isLinked)
  })
})

describe('a linked client', () => {
  beforeEach(() => client.pair(account))

  it('exchanges texts with a contact, and hears what became of them', async () => {
    wa.settings.autoReceipts = 'read'
    await ana.text(account, 'oi')
    const { sender, name } = await client.hears('message', hasText('oi'))
    expect({ sender, name }).toEqual({ sender: ana.jid('pn'), name: 'Ana' })
    const id = await client.run('text', { to: ana.jid('lid'), text: 'bom dia' })
    await waitFor(() => ana.inbox(account).texts().includes('bom dia'))
    await client.hears('receipt', ({ messages, type }) => String(messages) === id && type === 'read')
    await waitFor(() => account.device.pending.length === 0)
    wa.verify()
  })

  it('passes edits, deletions and reactions both ways', async () => {
    const id = await ana.text(account, 'oi')
    await client.hears('message', hasText('oi'))
    await ana.edit(account, id, 'olá')
    await client.hears('message', ({ edit }) => edit === '1')
    await ana.react(account, { id, fromMe: true }, '👍')
    await client.hears('message', ({ content }) => content?.['reactionMessage'] !== undefined)
    await ana.revoke(account, id)
    await client.hears('message', ({ edit }) => edit === '7')

    const to = ana.jid('lid')
    const own = await client.run('text', { to, text: 'preço: 10' })
    await client.run('edit', { to, target: own, text: 'preço: 12' })
    await client.run('react', { to, sender: to, target: id, text: '❤️' })
    await client.run('revoke', { to, target: own })
    await waitFor(() => ana.inbox(account).messages.length === 4)
    await wa.idle()
    wa.verify()
  })

  it('passes files both ways', async () => {
    const bytes = Buffer.from('%PDF-1.4 a file')
    await ana.media(account, 'document', bytes, { fileName: 'pedido.pdf' })
    const { bytes: received, downloadError } = await client.hears('message')
    expect({ received, downloadError }).toEqual({ received: bytes.toString('base64') })
    await client.run('document', { to: ana.jid('lid'), text: 'nota.pdf', bytes: bytes.toString('base64') })
    const { message } = await waitFor(() => ana.inbox(account).messages[0])
    expect(ana.openMedia(message)).toEqual(bytes)
    expect(wa.media.uploads).toMatchObject([{ isIntact: true }])
    wa.verify()
  })

  it('sees what the owner types on the phone', async () => {
    await account.type(ana.number, 'do celular')
    const { fromMe, chat } = await client.hears('message', hasText('do celular'))
    expect({ fromMe, chat }).toEqual({ fromMe: true, chat: ana.jid('pn') })
    wa.verify()
  })

  it('passes typing, read marks and calls', async () => {
    const id = await ana.text(account, 'oi')
    await client.hears('message')
    await client.run('read', { to: ana.jid('pn'), sender: ana.jid('pn'), ids: [id] })
    await waitFor(() => account.ledger.receipts.some(({ type }) => type === 'read'))
    await client.run('typing', { to: ana.jid('lid') })
    await waitFor(() => account.ledger.chatStates.length === 1)
    ana.typing(account)
    await client.hears('typing')
    ana.call(account)
    await client.hears('call')
    // This version names a sender in chat states; the one of August 2026 does not.
    wa.verify(['unusual'])
  })

  it('reads and writes in a group', async () => {
    const group = wa.group(undefined, { subject: 'Família', participants: [ana, account] })
    await group.text(ana, 'oi, todos')
    const { chat } = await client.hears('message', hasText('oi, todos'))
    expect(chat).toBe(group.jid)
    await client.run('text', { to: group.jid, text: 'olá' })
    await waitFor(() => ana.inbox(account).texts().includes('olá'))
    expect(await client.run<{ Name: string }[]>('groups')).toMatchObject([{ Name: 'Família' }])
    wa.verify()
  })

  it('learns which numbers exist', async () => {
    const exists = async (number: string) =>
      (await client.run<{ IsIn: boolean }[]>('exists', { number })).map(({ IsIn }) => IsIn)
    expect(await exists(ana.number)).toEqual([true])
    expect(await exists('0001234')).toEqual([false])
  })

  it('gets what was sent while it was away, once', async () => {
    await client.run('disconnect')
    await waitFor(() => !account.isOnline)
    await ana.text(account, 'um')
    await ana.text(account, 'dois')
    await client.run('connect')
    await client.hears('message', hasText('dois'))
    await waitFor(() => account.device.pending.length === 0)
    expect(client.count('message')).toBe(2)
    wa.verify()
  })

  it('writes to another account, whose client reads, edits and answers', async () => {
    const receiver = wa.account('5511900000002')
    const other = await new PlainClient(wa).pair(receiver)
    wa.settings.takesNumbers = true
    const to = receiver.jid('lid')
    const id = await client.run('text', { to, text: 'de uma loja à outra' })
    const { key } = await waitFor(() => other.messages.find((message) => message.key.id === id))
    await other.sock.readMessages([key])
    await client.hears('receipt', ({ messages, type }) => String(messages) === id && type === 'read')
    await client.run('edit', { to, target: id, text: 'corrigido' })
    await waitFor(() => other.updates.some((told) => told.key.id === id && told.update.message))

    const answer = await other.sock.sendMessage(account.jid('lid'), { text: 'recebido' })
    await client.hears('message', hasText('recebido'))
    await other.sock.sendMessage(account.jid('lid'), { text: 'lido', edit: answer!.key })
    await client.hears('message', ({ edit }) => edit === '1')
    await other.stop()
    wa.verify(['unusual'])
  })
})

it('gets the history, the keys of the settings and the names of contacts', async () => {
  wa.settings.sendsHistory = true
  await client.pair(account)
  await client.hears('history')
  await account.saveContact(ana.number, 'Ana Souza')
  await client.hears('contact', ({ name }) => name === 'Ana Souza')
  expect(account.settings.findVersion('critical_unblock_low')).toBe(1)
  wa.verify()
})

it('takes the settings from a snapshot whose MAC it verifies', async () => {
  wa.settings.sendsHistory = true
  await account.saveContact(ana.number, 'Ana')
  await account.saveContact(ana.number, 'Ana Souza')
  account.compactSettings('critical_unblock_low')
  await client.pair(account)
  await client.hears('contact', ({ name }) => name === 'Ana Souza')
  expect(client.count('contact')).toBe(1)
  wa.verify()
})
