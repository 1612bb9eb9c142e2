import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'

import { proto } from '@whiskeysockets/baileys'

import { sealFile } from './media-content'
import type { MediaHost } from './media-host'
import { randomId } from './stanza'

export interface History {
  kind?: 'bootstrap' | 'recent' | 'full' | 'push-names'
  conversations?: proto.IConversation[]
  pushnames?: proto.IPushname[]
  lidMappings?: { lid: string; pn: string }[]
  /** Inside the message instead of on the media host. */
  isInline?: boolean
}

const Types = proto.HistorySync.HistorySyncType
const types = {
  bootstrap: Types.INITIAL_BOOTSTRAP,
  recent: Types.RECENT,
  full: Types.FULL,
  'push-names': Types.PUSH_NAME,
}

/** The phone's message that tells a new companion where its history lies. */
export function historyMessage(host: MediaHost, history: History): proto.IMessage {
  const syncType = types[history.kind ?? 'bootstrap']
  const packed = deflateSync(
    proto.HistorySync.encode({
      syncType,
      conversations: history.conversations ?? [],
      pushnames: history.pushnames ?? [],
      phoneNumberToLidMappings: (history.lidMappings ?? []).map(({ lid, pn }) => ({
        lidJid: lid,
        pnJid: pn,
      })),
      chunkOrder: 1,
      progress: 100,
    }).finish(),
  )
  const place = history.isInline ? { initialHistBootstrapInlinePayload: packed } : placeOf(host, packed)
  return {
    protocolMessage: {
      type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
      historySyncNotification: { syncType, chunkOrder: 1, progress: 100, ...place },
    },
  }
}

function placeOf(host: MediaHost, packed: Buffer): proto.Message.IHistorySyncNotification {
  const { mediaKey, sealed, fileSha256, fileEncSha256 } = sealFile(packed, 'md-msg-hist')
  return { directPath: host.put(sealed), mediaKey, fileSha256, fileEncSha256, fileLength: packed.length }
}

/** The phone's message that gives a companion the key of the account's settings. */
export const appStateKeyMessage = (): proto.IMessage => ({
  protocolMessage: {
    type: proto.Message.ProtocolMessage.Type.APP_STATE_SYNC_KEY_SHARE,
    appStateSyncKeyShare: {
      keys: [
        {
          keyId: { keyId: Buffer.from(randomId('', 6), 'hex') },
          keyData: {
            keyData: randomBytes(32),
            fingerprint: { rawId: 1, currentIndex: 0, deviceIndexes: [0] },
            timestamp: Date.now(),
          },
        },
      ],
    },
  },
})
