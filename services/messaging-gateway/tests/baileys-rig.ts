import { buffer } from 'node:stream/consumers'

import { connectionId } from '@balcao/contracts'
import * as baileys from '@whiskeysockets/baileys'
import type { proto } from '@whiskeysockets/baileys'

import { BaileysDriver } from '../src/adapters/whatsapp/baileys/baileys-driver'
import { readContent } from '../src/adapters/whatsapp/baileys/content/read-content'
import { download } from '../src/adapters/whatsapp/baileys/media-transfer'
import { baileysTimes, type BaileysSettings } from '../src/adapters/whatsapp/baileys/settings'
import { startFakeWhatsApp, type FakeWhatsApp, type Inbox } from './fake-whatsapp'
import { gatewayDatabase } from './support'
import { newKey, vaultProcess } from './vault-rig'
import type { DriverRig } from './whatsapp-driver.contract'

const OURS = '5511940000001'
const KNOWN = '5511999990001'
const KICKS = { replaced: 440, 'logged-out': 401, 'restart-required': 515 } as const

export const settingsFor = (wa: FakeWhatsApp): BaileysSettings => ({
  webSocketUrl: wa.url,
  rootKey: wa.rootKey,
  mediaBase: wa.mediaUrl,
  showsPresence: false,
  historyHours: 0,
  times: { ...baileysTimes, closeBatch: 20 },
})

async function fileOf(wa: FakeWhatsApp, message: proto.IMessage): Promise<Buffer | undefined> {
  const read = readContent(message)
  if (read.as !== 'message' || !read.media) return undefined
  return buffer(await download(baileys, wa.mediaUrl, read.media.ticket))
}

/** What a person sees of a chat: deleted messages are marked, the deletions themselves are not messages. */
async function arrivedAt(wa: FakeWhatsApp, inbox: Inbox) {
  const readings = inbox.messages.map(({ waId, message }) => ({ waId, message, read: readContent(message) }))
  const revised = (id: string) =>
    readings.flatMap(({ read }) => (read.as === 'revision' && read.target.id === id ? [read] : []))
  return Promise.all(
    readings.flatMap(({ waId: id, message, read }) => {
      if (read.as !== 'message') return []
      const seen = async () => {
        const bytes = await fileOf(wa, message)
        const deleted = revised(id).some(({ deleted: isDeleted }) => isDeleted)
        return { id, body: read.body, number: KNOWN, deleted, ...(bytes && { bytes }) }
      }
      return [seen()]
    }),
  )
}

/** The real library against a network on loopback. */
export async function baileysRig(): Promise<{ rig: DriverRig; wa: FakeWhatsApp }> {
  const wa = await startFakeWhatsApp({ settings: { firstPreKeys: 'small', autoReceipts: 'none' } })
  const pg = await gatewayDatabase()
  const process = vaultProcess(pg, newKey('k1'))
  const lease = await process.lease(connectionId(1))
  const account = wa.account(OURS)
  const known = wa.contact(KNOWN)
  return {
    wa,
    rig: {
      driver: (() => {
        const d = new BaileysDriver(settingsFor(wa), process.vaults)
        const o = d.open.bind(d)
        d.open = (r) =>
          o({
            ...r,
            callbacks: {
              linked: async () => undefined,
              addressBook: async () => undefined,
              reacted: async () => undefined,
              called: async () => 'ring',
              ...r.callbacks,
            } as never,
          })
        return d
      })(),
      lease,
      numbers: { known: KNOWN, unknown: '00011112222' },
      scan: async (qr) => void (await account.scan(qr)),
      write: async (number, id, body) => void (await wa.contact(number).text(account, body, { id })),
      end: (reason) => {
        if (reason === 'lost') wa.disconnect(account)
        else wa.kick(account, KICKS[reason])
        return Promise.resolve()
      },
      receipt: (ids, ack) => {
        known.receipt(account, ids, ack === 2 ? 'delivery' : ack === 3 ? 'read' : 'played')
        return Promise.resolve()
      },
      arrived: async () => {
        await wa.idle()
        return arrivedAt(wa, known.inbox(account))
      },
      close: async () => {
        await wa.stop()
        await pg.close()
      },
    },
  }
}
