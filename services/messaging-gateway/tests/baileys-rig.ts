import { buffer } from 'node:stream/consumers'

import { connectionId } from '@balcao/contracts'
import * as baileys from '@whiskeysockets/baileys'
import type { proto } from '@whiskeysockets/baileys'

import { WorkerMediaPreviews } from '../src/adapters/media/worker-media-previews'
import { BaileysDriver } from '../src/adapters/whatsapp/baileys/baileys-driver'
import { readContent } from '../src/adapters/whatsapp/baileys/content/read-content'
import { MediaHosts } from '../src/adapters/whatsapp/baileys/media-hosts'
import { download } from '../src/adapters/whatsapp/baileys/media-transfer'
import { baileysTimes, type BaileysSettings } from '../src/adapters/whatsapp/baileys/settings'
import { OLDEST_VERSION } from '../src/features/client-version'
import { readImageSize } from '../src/features/inbound'
import { startFakeWhatsApp, type Account, type FakeWhatsApp, type Inbox } from './fake-whatsapp'
import { mediaThreadProgram } from './media-thread-program'
import { gatewayDatabase } from './support'
import { newKey, vaultProcess } from './vault-rig'
import type { Refusal } from '../src/features/whatsapp-driver'
import type { DriverRig, Seen } from './driver-rig'

const OURS = '5511940000001'
const KNOWN = '5511999990001'
const KICKS = { replaced: 440, 'logged-out': 401, 'restart-required': 515 } as const

export const settingsFor = (wa: FakeWhatsApp): BaileysSettings => ({
  webSocketUrl: wa.url,
  rootKey: wa.rootKey,
  mediaBase: wa.mediaUrl,
  deviceName: 'Balcão',
  showsPresence: false,
  historyHours: 0,
  times: { ...baileysTimes, closeBatch: 20 },
})

const REFUSALS: Partial<Record<Refusal, number>> = {
  restricted: 463,
  'token-missing': 463,
  'not-on-whatsapp': 404,
  'not-in-group': 403,
  refused: 479,
}

async function toFile(wa: FakeWhatsApp, message: proto.IMessage): Promise<Buffer | undefined> {
  const read = readContent(message)
  if (read.as !== 'message' || !read.media) return undefined
  return buffer(await download(baileys, new MediaHosts(wa.mediaUrl), read.media.reference))
}

/** A chat as a person sees it: edits applied, deleted messages marked, reactions not as messages. */
async function arrivedAt(wa: FakeWhatsApp, inbox: Inbox): Promise<Seen[]> {
  const readings = inbox.messages.map(({ waId, message }) => ({ waId, message, read: readContent(message) }))
  const revisions = (id: string) =>
    readings.flatMap(({ read }) => (read.as === 'revision' && read.target.id === id ? [read] : []))
  return Promise.all(
    readings.flatMap(({ waId: id, message, read }) => {
      if (read.as !== 'message') return []
      const edit = revisions(id).findLast(({ deleted }) => !deleted)
      const seen = async (): Promise<Seen> => {
        const bytes = await toFile(wa, message)
        return {
          id,
          number: KNOWN,
          body: edit?.body ?? read.body,
          deleted: revisions(id).some(({ deleted }) => deleted),
          ...(read.quotedWaId && { quotedId: read.quotedWaId }),
          ...(bytes && { bytes }),
        }
      }
      return [seen()]
    }),
  )
}

function emojisAt(inbox: Inbox): Record<string, string> {
  const shown: Record<string, string> = {}
  for (const { message } of inbox.messages) {
    const read = readContent(message)
    if (read.as !== 'reaction' || !read.target.id) continue
    if (read.emoji) shown[read.target.id] = read.emoji
    else delete shown[read.target.id]
  }
  return shown
}

type PhoneDoings = Pick<
  DriverRig,
  'write' | 'forward' | 'reply' | 'sendImage' | 'writeInGroup' | 'revise' | 'react' | 'ring' | 'receipt'
>

const done = (work: Promise<unknown>): Promise<void> => work.then(() => undefined)

/** Actions of people on their phones. */
function createPhoneDoings(wa: FakeWhatsApp, account: Account): PhoneDoings {
  return {
    write: (number, id, body) => done(wa.contact(number).text(account, body, { id })),
    forward: (number, id, body) => {
      const extendedTextMessage = { text: body, contextInfo: { isForwarded: true, forwardingScore: 1 } }
      return done(wa.contact(number).send(account, { extendedTextMessage }, { id }))
    },
    reply: (number, id, body, to) =>
      done(wa.contact(number).text(account, body, { id, quoted: { id: to.id, fromMe: !to.isOurs } })),
    sendImage: (number, id, caption, bytes) =>
      done(wa.contact(number).media(account, 'image', bytes, { id, caption })),
    writeInGroup: ({ group: jid, subject, participant, id, body }) => {
      const member = wa.contact(participant)
      const group = wa.group(jid, { subject, participants: [member, account] })
      return done(group.text(member, body, { id }))
    },
    revise: (number, id, body) =>
      done(
        body === undefined
          ? wa.contact(number).revoke(account, id)
          : wa.contact(number).edit(account, id, body),
      ),
    react: ({ number, id, isOurs }, emoji) =>
      done(wa.contact(number).react(account, { id, fromMe: !isOurs }, emoji)),
    ring: (number, callId) => {
      wa.contact(number).call(account, { id: callId })
      return Promise.resolve()
    },
    receipt: (ids, ack) => {
      wa.contact(KNOWN).receipt(account, ids, ack === 2 ? 'delivery' : ack === 3 ? 'read' : 'played')
      return Promise.resolve()
    },
  }
}

/** The real library against a network on loopback. */
export async function baileysRig(): Promise<{ rig: DriverRig; wa: FakeWhatsApp }> {
  const wa = await startFakeWhatsApp({ settings: { firstPreKeys: 'small', autoReceipts: 'none' } })
  const pg = await gatewayDatabase()
  const process = vaultProcess(pg, newKey('k1'))
  const account = wa.account(OURS)
  const known = wa.contact(KNOWN)
  const previews = new WorkerMediaPreviews({ imageSize: readImageSize }, { thread: mediaThreadProgram })
  const rig: DriverRig = {
    ...createPhoneDoings(wa, account),
    driver: new BaileysDriver(settingsFor(wa), process.vaults, {
      imageSize: readImageSize,
      previews,
      clientVersion: () => Promise.resolve(OLDEST_VERSION),
    }),
    lease: await process.lease(connectionId(1)),
    numbers: { known: KNOWN, unknown: '00011112222' },
    scan: (qr) => done(account.scan(qr)),
    typeCode: (code) => done(account.enterCode(code)),
    end: (reason) => {
      if (reason === 'credentials-refused') throw new Error('a linked phone has no credentials')
      if (reason === 'lost') wa.disconnect(account)
      else wa.kick(account, KICKS[reason])
      return Promise.resolve()
    },
    refuseNext: (refusal) => {
      const lockedUntil = refusal === 'restricted' ? new Date(Date.now() + 3_600_000) : undefined
      const code = REFUSALS[refusal]
      if (code === undefined) throw new Error(`a linked phone is not refused as ${refusal}`)
      wa.faults.refuseMessages(code, { lockedUntil })
      return Promise.resolve()
    },
    wasRefused: (callId) => Promise.resolve(account.ledger.rejectedCalls.includes(callId)),
    arrived: async () => {
      await wa.idle()
      return arrivedAt(wa, known.inbox(account))
    },
    emojis: async () => {
      await wa.idle()
      return emojisAt(known.inbox(account))
    },
    seesTyping: (number) => {
      const person = wa.contact(number)
      const jids = [person.jid('pn'), person.jid('lid')]
      const told = account.ledger.chatStates.filter(({ to }) => jids.includes(to))
      return Promise.resolve(told.at(-1)?.state === 'composing')
    },
    read: () =>
      Promise.resolve(account.ledger.receipts.flatMap(({ waId, type }) => (type === 'read' ? [waId] : []))),
    close: async () => {
      await previews.close()
      await wa.stop()
      await pg.close()
    },
  }
  return { rig, wa }
}
