import { randomBytes } from 'node:crypto'

import { aesEncryptGCM, hkdf, proto, type BinaryNode } from '@whiskeysockets/baileys'

import { SERVER_JID } from './jids'
import type { LinkedDevice } from './linked-device'
import { buildFile } from './media-content'
import type { Network } from './network'
import { findChild, nowSeconds, stanza } from './stanza'

/** The client could not fetch a file: the sender's phone uploads it again, or answers that it no longer has it. */
export function answerMediaRetry(network: Network, device: LinkedDevice, node: BinaryNode): void {
  const place = findChild(node, 'rmr')
  const waId = node.attrs['id'] ?? ''
  const author = network.find(place?.attrs['participant'] ?? place?.attrs['jid'] ?? '')
  const file = buildFile(author?.sent.get(waId))
  const bytes = network.media.read(file?.directPath ?? '')
  const fresh = bytes && network.settings.phonesKeepMedia ? network.media.put(bytes) : undefined
  device.deliver(
    stanza('notification', { id: waId, from: SERVER_JID, type: 'mediaretry', t: nowSeconds() }, [
      stanza('rmr', place?.attrs ?? {}),
      outcome(waId, file?.mediaKey ?? Buffer.alloc(32), fresh),
    ]),
  )
}

function outcome(waId: string, mediaKey: Uint8Array, directPath: string | undefined): BinaryNode {
  if (!directPath) return stanza('error', { code: '2' })
  const plaintext = proto.MediaRetryNotification.encode({
    stanzaId: waId,
    directPath,
    result: proto.MediaRetryNotification.ResultType.SUCCESS,
  }).finish()
  const key = hkdf(mediaKey, 32, { info: 'WhatsApp Media Retry Notification' })
  const iv = randomBytes(12)
  return stanza('encrypt', {}, [
    stanza('enc_p', {}, aesEncryptGCM(plaintext, key, iv, Buffer.from(waId))),
    stanza('enc_iv', {}, iv),
  ])
}
