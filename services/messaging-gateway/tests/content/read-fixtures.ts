import { proto } from '@whiskeysockets/baileys'

import type { ReadContent } from '../../src/adapters/whatsapp/baileys/content/content'
import { readContent } from '../../src/adapters/whatsapp/baileys/content/read-content'

export type Message = Extract<ReadContent, { as: 'message' }>

/** Encoded and decoded: defaults on the prototype, 64-bit integers as objects. */
export const overTheWire = (message: proto.IMessage): proto.IMessage =>
  proto.Message.decode(proto.Message.encode(message).finish())

export const read = (message: proto.IMessage) => readContent(overTheWire(message))

export function readMessage(message: proto.IMessage): Message {
  const content = read(message)
  if (content.as !== 'message') throw new Error(`not a message but ${content.as}`)
  return content
}

export const bytes = (length: number, fill = 7) => new Uint8Array(length).fill(fill)
export const base64 = (fill: number) => Buffer.alloc(32, fill).toString('base64')

export const file = {
  url: 'https://mmg.whatsapp.net/v/t62.7118-24/1_n.enc?ccb=11-4',
  directPath: '/v/t62.7118-24/1_n.enc?ccb=11-4',
  mediaKey: bytes(32, 1),
  fileSha256: bytes(32, 2),
  fileEncSha256: bytes(32, 3),
  fileLength: 12_345,
}

export const point = { degreesLatitude: -23.5, degreesLongitude: -46.6 }
export const vcard = 'BEGIN:VCARD\nVERSION:3.0\nFN:Ana\nTEL;waid=5511955550101:+55 11 95555-0101\nEND:VCARD'
