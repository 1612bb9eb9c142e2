import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'

import { proto } from '@whiskeysockets/baileys'

import { sealFile } from './media-content'
import type { MediaHost } from './media-host'

export interface History {
  kind?: 'bootstrap' | 'recent' | 'full' | 'push-names'
  conversations?: proto.IConversation[]
  pushnames?: proto.IPushname[]
  lidMappings?: { lid: string; pn: string }[]
  /** The salt of client tokens (whatsmeow message.go, `historySync.GetNctSalt`, 2026-08-21). */
  nctSalt?: Buffer
  /** Sent inside the message instead of through the media host. */
  isInline?: boolean
}

/** Chats of this total size, inflated: a number that was busy for years sends 50 MB and more. */
export function longConversations(megabytes: number): proto.IConversation[] {
  const chats = Math.max(1, Math.round((megabytes * 1_000_000) / (MESSAGES_OF_CHAT * BYTES_OF_MESSAGE)))
  const now = Math.floor(Date.now() / 1_000)
  return Array.from({ length: chats }, (_, chat) => {
    const jid = `5521970${String(chat).padStart(6, '0')}@s.whatsapp.net`
    return {
      id: jid,
      name: `Cliente ${chat}`,
      lidJid: `88${String(chat).padStart(12, '0')}@lid`,
      messages: Array.from({ length: MESSAGES_OF_CHAT }, (_, index) => ({
        message: {
          key: { remoteJid: jid, fromMe: index % 2 === 0, id: `H${chat}-${index}` },
          message: { conversation: randomBytes((BYTES_OF_MESSAGE * 3) / 4 - 60).toString('base64') },
          messageTimestamp: now - 3_600 * (index + 1),
        },
      })),
    }
  })
}

const MESSAGES_OF_CHAT = 50
const BYTES_OF_MESSAGE = 1_000

const Types = proto.HistorySync.HistorySyncType
const types = {
  bootstrap: Types.INITIAL_BOOTSTRAP,
  recent: Types.RECENT,
  full: Types.FULL,
  'push-names': Types.PUSH_NAME,
}

/** The phone's message that refers a new companion to its history. */
export function historyMessage(host: MediaHost, history: History): proto.IMessage {
  const syncType = types[history.kind ?? 'bootstrap']
  const sync = proto.HistorySync.encode({
    syncType,
    conversations: history.conversations ?? [],
    pushnames: history.pushnames ?? [],
    phoneNumberToLidMappings: (history.lidMappings ?? []).map(({ lid, pn }) => ({
      lidJid: lid,
      pnJid: pn,
    })),
    chunkOrder: 1,
    progress: 100,
  }).finish()
  const packed = deflateSync(Buffer.concat([sync, saltField(history.nctSalt)]))
  const place = history.isInline ? { initialHistBootstrapInlinePayload: packed } : chooseOrder(host, packed)
  return {
    protocolMessage: {
      type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
      historySyncNotification: { syncType, chunkOrder: 1, progress: 100, ...place },
    },
  }
}

/* Field 19, which the library's protobuf lacks. */
const saltField = (salt: Buffer | undefined): Buffer =>
  salt ? Buffer.concat([Buffer.from([0x9a, 0x01, salt.length]), salt]) : Buffer.alloc(0)

function chooseOrder(host: MediaHost, packed: Buffer): proto.Message.IHistorySyncNotification {
  const { mediaKey, sealed, fileSha256, fileEncSha256 } = sealFile(packed, 'md-msg-hist')
  return { directPath: host.put(sealed), mediaKey, fileSha256, fileEncSha256, fileLength: packed.length }
}
