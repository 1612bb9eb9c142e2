import type { SourceMessage } from './source.port'

/** A message's row in Whaticket's family. */
export interface FamilyMessageRow {
  id: string
  ticketId: number
  remoteJid: string
  participant: string
  senderName: string
  fromMe: boolean
  body: string
  mediaType: string
  mediaUrl: string
  ack: number
  deleted: boolean
  edited: boolean
  quotedId: string | null
  quotedTicketId: number | null
  quotedBody: string | null
  quotedType: string | null
  quotedFromMe: boolean | null
  quotedAt: Date | null
  createdAt: Date
}

const kinds: readonly [RegExp, string][] = [
  [/^(image|imageMessage)$/, 'image'],
  [/^(video|videoMessage|ptvMessage)$/, 'video'],
  [/^(audio|audioMessage|ptt)$/, 'audio'],
  [/^(sticker|stickerMessage)$/, 'sticker'],
  [/^(application|document|documentMessage|documentWithCaptionMessage|text)$/, 'application'],
  [/^(vcard|multi_vcard|contactMessage|contactsArrayMessage)$/, 'vcard'],
  [/^call_log$/, 'call_log'],
]

/** How a desk shows it; files are shown as such whatever the type is called. */
export function chooseFamilyKind(mediaType: string, hasFile: boolean): string {
  const kind = kinds.find(([type]) => type.test(mediaType))?.[1] ?? (hasFile ? 'application' : 'chat')
  return kind === 'application' && !hasFile && mediaType === 'text' ? 'chat' : kind
}

/* A place is a picture of a map, a link and a description, parted by bars. */
const readBody = (body: string, mediaType: string): string =>
  /^location/.test(mediaType) && body.includes('|') ? body.split('|').slice(1).join('\n').trim() : body

const toFile = (mediaUrl: string): SourceMessage['file'] => {
  const path = mediaUrl.replace(/^https?:\/\/[^/]+\/(?:public\/)?/, '').replace(/^\/+/, '')
  return path === '' ? undefined : { path, name: path.split('/').at(-1) ?? path }
}

const toQuoted = (row: FamilyMessageRow): SourceMessage['quoted'] =>
  row.quotedId === null || row.quotedTicketId === null || row.quotedAt === null
    ? undefined
    : {
        id: row.quotedId,
        ticketId: String(row.quotedTicketId),
        body: row.quotedBody ?? '',
        kind: chooseFamilyKind(row.quotedType ?? '', false),
        fromMe: row.quotedFromMe ?? false,
        createdAt: row.quotedAt,
      }

/* 0 is a message of which nothing was heard: it went out, or it would not be there. */
const readAck = (ack: number, offset: number): number =>
  ack === -1 ? -1 : Math.min(4, Math.max(1, ack - offset))

/** @param ackOffset what the edition's acks are above ours. */
export function toSourceMessage(row: FamilyMessageRow, ackOffset: number): SourceMessage {
  const file = toFile(row.mediaUrl)
  const kind = chooseFamilyKind(row.mediaType, file !== undefined)
  const text = readBody(row.body, row.mediaType)
  return {
    id: row.id,
    ticketId: String(row.ticketId),
    waId: row.id,
    remoteJid: row.remoteJid,
    participant: row.participant,
    senderName: row.senderName,
    fromMe: row.fromMe,
    body: row.deleted || kind === 'vcard' ? '' : text,
    vcard: row.deleted || kind !== 'vcard' ? '' : text,
    kind: row.deleted ? 'chat' : kind,
    fault: row.mediaType === 'reactionMessage' ? 'a reaction' : '',
    file: row.deleted ? undefined : file,
    ack: row.fromMe ? readAck(row.ack, ackOffset) : 0,
    deleted: row.deleted,
    edited: row.edited,
    quoted: row.deleted ? undefined : toQuoted(row),
    createdAt: row.createdAt,
  }
}
