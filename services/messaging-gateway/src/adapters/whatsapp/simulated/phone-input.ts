import { isPlaceholder, type BodyOf, type MessageKind, type simulatorInbound } from '@balcao/contracts'
import { AppError, type Ids } from '@balcao/kernel'

import { mapMimeToKind } from '../../../features/whatsapp-driver'
import type { PhoneMessage } from './inbound-ledger'
import { toGroupChat } from './translate'

type Posted = BodyOf<typeof simulatorInbound>['messages'][number]

function decodeBase64(base64: string): Buffer {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) throw new AppError('ERR_VALIDATION', { detail: 'media.base64' })
  const content = Buffer.from(base64, 'base64')
  if (content.length === 0) throw new AppError('ERR_MEDIA_EMPTY')
  return content
}

function chooseKind(posted: Posted): MessageKind {
  if (posted.kind) return posted.kind
  if (posted.media) return mapMimeToKind(posted.media.mimeType)
  if (posted.location) return 'locationMessage'
  return posted.vcard ? 'vcard' : 'chat'
}

const isEmpty = (posted: Posted): boolean =>
  !posted.body &&
  !posted.media &&
  !posted.location &&
  !posted.vcard &&
  posted.kind !== 'call_log' &&
  posted.kind !== 'unsupported' &&
  !isPlaceholder(posted.kind ?? '')

/**
 * A posted message in the ledger's format.
 * @throws {AppError} ERR_VALIDATION for a message without content or a file that is not base64, ERR_MEDIA_EMPTY
 */
export function phoneMessage(posted: Posted, ids: Ids): PhoneMessage {
  if (isEmpty(posted)) throw new AppError('ERR_VALIDATION', { detail: 'a message without anything in it' })
  const media = posted.media
    ? { name: posted.media.name, mimeType: posted.media.mimeType, content: decodeBase64(posted.media.base64) }
    : undefined
  const { location, group } = posted
  return {
    connectionId: posted.connection,
    chat: group ? toGroupChat(group.id) : posted.number,
    id: posted.id ?? `3A${ids.token(9).toUpperCase()}`,
    name: posted.name ?? '',
    body: posted.body ?? '',
    kind: chooseKind(posted),
    mediaId: media ? ids.token(16) : null,
    media,
    quotedId: posted.quotedId ?? '',
    extra: {
      lid: posted.lid,
      hidesNumber: posted.hidesNumber === true ? true : undefined,
      location: location && {
        latitude: location.latitude,
        longitude: location.longitude,
        name: location.name ?? '',
        address: location.address ?? '',
      },
      vcard: posted.vcard,
      waveform: posted.media?.waveform,
      thumbnail: posted.media?.thumbnail,
      group: group && { subject: group.subject, participant: group.participant },
    },
  }
}
