import { randomBytes } from 'node:crypto'

import * as baileys from '@whiskeysockets/baileys'
import { WebSocket } from 'ws'

import { waitFor } from '@balcao/testkit'

import { PlainClient } from './plain-client'
import { openLinkedStage, openStage, type Stage } from './stage'

let stage: Stage

afterEach(() => stage.close())

describe('a client without credentials', () => {
  beforeEach(async () => {
    stage = await openStage()
  })

  it('is linked by its QR code, with or without the address in front', async () => {
    const { client, account } = stage
    client.connect()
    const qr = await waitFor(() => client.qr)
    await account.scan(qr.replace(/^.*#/, ''))
    await waitFor(() => client.isOpen)
    expect(client.creds.me).toMatchObject({ id: account.deviceJid, lid: account.device.lidJid })
    expect(client.closes).toEqual([515])
  })

  it('is linked by the eight characters typed on the phone', async () => {
    const { client, account, ana } = stage
    client.connect()
    await waitFor(() => client.qr)
    const code = await client.sock.requestPairingCode(account.number)
    await account.enterCode(code)
    await waitFor(() => client.isOpen)
    await ana.text(account, 'oi')
    await waitFor(() => client.texts().includes('oi'))
  })

  it('is not linked by other characters', async () => {
    const { client, account } = stage
    client.connect()
    await waitFor(() => client.qr)
    await client.sock.requestPairingCode(account.number)
    await expect(account.enterCode('ABCDEFGH')).rejects.toThrow('The code is wrong.')
    expect(account.isLinked).toBe(false)
  })

  it('uploads all its pre-keys when the server has none', async () => {
    const { wa, client, account } = stage
    wa.settings.firstPreKeys = 'full'
    await client.pair(account)
    expect(account.ledger.preKeyUploads).toEqual([812])
    expect(account.device.preKeys.size).toBe(812)
  })

  it('uploads more pre-keys when they run low', async () => {
    const { wa, client, account, ana } = stage
    wa.settings.firstPreKeys = 'small'
    await client.pair(account)
    await ana.text(account, 'oi')
    await waitFor(() => account.ledger.preKeyUploads.length === 2)
    wa.verify()
  })

  it('gets its history after pairing, when the phone sends it', async () => {
    const { wa, account } = stage
    wa.settings.sendsHistory = true
    await stage.client.pair(account)
    await waitFor(() => account.ledger.receipts.filter(({ type }) => type === 'hist_sync').length === 1)
    await waitFor(() => stage.client.creds.myAppStateKeyId)
    wa.verify()
  })
})

describe('a linked client', () => {
  beforeEach(async () => {
    stage = await openLinkedStage()
  })

  it('exchanges text with a contact and hears what became of it', async () => {
    const { wa, client, account, ana } = stage
    wa.settings.autoReceipts = 'read'
    await ana.text(account, 'oi')
    await waitFor(() => client.texts().includes('oi'))
    const sent = await client.sock.sendMessage(ana.jid('pn'), { text: 'bom dia' })
    await waitFor(() => client.findStatus(sent?.key.id) === 4)
    await waitFor(() => account.device.pending.length === 0)
    expect(ana.inbox(account).texts()).toEqual(['bom dia'])
    expect(account.inbox(account).texts()).toEqual(['bom dia'])
    expect(wa.ledger.unknown).toEqual([])
    wa.verify()
  })

  it('exchanges text with a contact that goes by its privacy id', async () => {
    const { wa, client, account, ana } = stage
    ana.addressing = 'lid'
    await ana.text(account, 'oi')
    const message = await waitFor(() => client.messages.find(({ key }) => !key.fromMe))
    expect(message.key).toMatchObject({ remoteJid: ana.jid('lid'), remoteJidAlt: ana.jid('pn') })
    await client.sock.sendMessage(ana.jid('lid'), { text: 'bom dia' })
    await waitFor(() => ana.inbox(account).texts().includes('bom dia'))
    wa.verify()
  })

  it('answers a contact with an unknown LID', async () => {
    const { wa, client, account } = stage
    const caio = wa.contact('5511977770003', { lid: null })
    await caio.text(account, 'oi')
    await waitFor(() => client.texts().includes('oi'))
    await client.sock.sendMessage(caio.jid('pn'), { text: 'um' })
    caio.learnLid('199999999999999')
    caio.addressing = 'lid'
    await caio.text(account, 'agora com outro nome')
    await waitFor(() => client.texts().includes('agora com outro nome'))
    await client.sock.sendMessage(caio.jid('lid'), { text: 'dois' })
    await waitFor(() => caio.inbox(account).texts().length === 2)
    wa.verify()
  })

  it('sees what the owner types on the phone', async () => {
    const { wa, client, account, ana } = stage
    await account.type(ana.number, 'do celular')
    const message = await waitFor(() => client.messages[0])
    expect(message.key).toMatchObject({ fromMe: true, remoteJid: ana.jid('pn') })
    await waitFor(() => account.device.pending.length === 0)
    wa.verify()
  })

  it('writes to both devices of a contact', async () => {
    const { wa, client, account } = stage
    const bia = wa.contact('5511977770002', { devices: [0, 1] })
    await client.sock.sendMessage(bia.jid('pn'), { text: 'bom dia' })
    await waitFor(() => bia.inbox(account).sightings.length === 2)
    expect(bia.inbox(account).texts()).toEqual(['bom dia'])
  })

  it('writes to another account, on its phone and on its linked client', async () => {
    const { wa, client, account, ana } = stage
    const receiver = wa.account('5511900000002')
    const otherClient = await new PlainClient(wa).pair(receiver)
    await client.sock.sendMessage(receiver.jid('pn'), { text: 'de uma loja à outra' })
    await waitFor(() => otherClient.texts().includes('de uma loja à outra'))
    await waitFor(() => receiver.inbox(account).texts().length === 1)
    expect(ana.inbox(account).messages).toEqual([])
    await otherClient.stop()
    wa.verify()
  })

  it('learns which numbers exist and how they are written', async () => {
    const { wa, client } = stage
    wa.contact('551187654321')
    const found = await client.sock.onWhatsApp('5511987654321', '0001234', '4915112345678')
    expect(found).toEqual([
      { jid: '551187654321@s.whatsapp.net', exists: true },
      { jid: '4915112345678@s.whatsapp.net', exists: true },
    ])
  })

  it('hears calls, typing, reactions, edits and deletions', async () => {
    const { wa, client, account, ana } = stage
    const calls: string[] = []
    client.sock.ev.on('call', ([call]) => calls.push(`${call?.status} ${call?.isVideo}`))
    const id = await ana.text(account, 'oi')
    await ana.edit(account, id, 'olá')
    await ana.react(account, { id, fromMe: true }, '👍')
    await ana.revoke(account, id)
    ana.typing(account)
    const callId = ana.call(account, { video: true })
    ana.hangUp(account, callId)
    await waitFor(() => calls.length === 2)
    await waitFor(() => account.device.pending.length === 0)
    expect(calls).toEqual(['offer true', 'terminate true'])
    wa.verify()
  })

  it('hears the receipts of a contact', async () => {
    const { client, wa, account, ana } = stage
    wa.settings.autoReceipts = 'none'
    const first = await client.sock.sendMessage(ana.jid('pn'), { text: 'um' })
    const second = await client.sock.sendMessage(ana.jid('pn'), { text: 'dois' })
    const ids = [first, second].map((sent) => sent?.key.id ?? '')
    await waitFor(() => ana.inbox(account).messages.length === 2)
    ana.receipt(account, ids, 'read')
    await waitFor(() => ids.every((id) => client.findStatus(id) === 4))
  })

  it('is replaced by a newer connection of the same device', async () => {
    const { client, account } = stage
    const { sock: older } = client
    client.connect()
    await waitFor(() => client.closes.includes(440))
    await waitFor(() => account.isOnline)
    expect(account.ledger.connections.filter((row) => row.wasReplaced)).toHaveLength(1)
    expect(account.ledger.openConnections()).toHaveLength(1)
    await older.end(undefined)
  })

  it('is shown out when the phone unlinks it, and not let in again', async () => {
    const { client, account } = stage
    account.unlink()
    await waitFor(() => client.closes.includes(401))
    client.connect()
    await waitFor(() => client.closes.filter((code) => code === 401).length === 2)
  })

  it('is not let in with another key than it was linked with', async () => {
    const { client } = stage
    await client.stop()
    Object.assign(client.creds, { noiseKey: baileys.Curve.generateKeyPair() })
    client.connect()
    await waitFor(() => client.closes.includes(401))
  })

  it('unlinks itself', async () => {
    const { client, account } = stage
    await client.sock.logout()
    await waitFor(() => !account.isLinked)
  })

  it('must not ask for a code again', async () => {
    const { wa, client } = stage
    await client.stop()
    delete client.creds.me
    client.qr = ''
    client.connect()
    await waitFor(() => client.qr)
    expect(() => wa.verify()).toThrow('registered-again')
  })
})

it('a frame that makes no sense ends the connection and nothing else', async () => {
  stage = await openLinkedStage()
  const socket = new WebSocket(stage.wa.url)
  await new Promise((resolve) => socket.once('open', resolve))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.send(randomBytes(64))
  await closed
  expect(stage.wa.ledger.violations).toMatchObject([{ kind: 'malformed' }])
  expect(stage.account.isOnline).toBe(true)
})

describe('the server', () => {
  it('notes what it takes and no other client sends: edits that show, and chat states with a sender', async () => {
    stage = await openLinkedStage()
    const { wa, client, account, ana } = stage
    const key = { remoteJid: ana.jid('lid'), fromMe: true, id: '3EB0AA' }
    const editedMessage = { conversation: 'olá' }
    const type = baileys.proto.Message.ProtocolMessage.Type.MESSAGE_EDIT
    await client.sock.relayMessage(
      ana.jid('lid'),
      { protocolMessage: { key, type, editedMessage } },
      { messageId: '3EB0BB', additionalAttributes: { edit: '1' } },
    )
    await client.sock.sendPresenceUpdate('composing', ana.jid('lid'))
    await waitFor(() => account.ledger.chatStates.length === 1)
    expect(() => wa.verify()).toThrow(/3EB0BB: an edit without decrypt-fail\n.*a chat state with `from`/)
    wa.verify(['unusual'])
  })

  it('answers a query that it does not know with an error', async () => {
    stage = await openLinkedStage()
    const { wa, client } = stage
    const query = { tag: 'iq', attrs: { to: '@s.whatsapp.net', type: 'get', xmlns: 'w:new' }, content: [] }
    await expect(client.sock.query(query)).rejects.toThrow('feature-not-implemented')
    expect(wa.ledger.unknown.map(({ attrs }) => attrs['xmlns'])).toEqual(['w:new'])
  })

  it('refuses, locks and bans an account that looks up and writes to many strangers', async () => {
    stage = await openLinkedStage({ settings: { volume: { refuseAt: 3, lockAt: 4, banAt: 5 } } })
    const { wa, client, account, ana } = stage
    const stranger = (index: number) => wa.contact(`551197777100${index}`)
    const refusals = () => account.ledger.sent.map(({ refusedWith }) => refusedWith)
    const check = async (number: string) => {
      const { list = [] } =
        (await client.sock.executeUSyncQuery(
          new baileys.USyncQuery()
            .withContactProtocol()
            .withUser(new baileys.USyncUser().withPhone(`+${number}`)),
        )) ?? {}
      return list.length
    }
    await ana.text(account, 'oi')
    await waitFor(() => client.texts().includes('oi'))
    expect(await check(ana.number)).toBe(1)
    for (const number of [stranger(1).number, stranger(1).number, '0001234'])
      expect(await check(number)).toBe(1)
    await expect(check(stranger(2).number)).rejects.toThrow('rate-overlimit')
    await client.sock.sendMessage(stranger(3).jid('lid'), { text: 'oi' })
    await waitFor(() => refusals().length === 1)
    await client.sock.sendMessage(ana.jid('lid'), { text: 'oi' })
    await waitFor(() => refusals().length === 2)
    expect(refusals()).toEqual(['463', undefined])
    expect(wa.settings.timeLockedUntil).toBeDefined()
    await client.sock.sendMessage(stranger(4).jid('lid'), { text: 'oi' }).catch(() => undefined)
    await waitFor(() => client.closes.includes(403))
    expect(wa.countStrangers(account)).toBe(5)
  })
})
