import { proto } from '@whiskeysockets/baileys'

const MAC_BYTES = 8
const SIGNATURE_BYTES = 64
const VARINT = 0
const BYTES = 2

/** Identifies the message key of a ciphertext: a repeated value means that a ratchet was reset to an earlier state. */
export function messageCounter(type: 'pkmsg' | 'msg' | 'skmsg', ciphertext: Uint8Array): string {
  const body = Buffer.from(ciphertext)
  if (type === 'skmsg') {
    const key = proto.SenderKeyMessage.decode(body.subarray(1, -SIGNATURE_BYTES))
    return `skmsg ${key.id}:${key.iteration}`
  }
  const inner = type === 'pkmsg' ? readFields(body.subarray(1)).get(4) : body
  if (!Buffer.isBuffer(inner)) return `unreadable ${body.toString('hex')}`
  const fields = readFields(inner.subarray(1, -MAC_BYTES))
  const ratchetKey = fields.get(1)
  return `${Buffer.isBuffer(ratchetKey) ? ratchetKey.toString('hex') : ''}:${String(fields.get(2) ?? 0)}`
}

/** The fields of a protobuf message by number: libsignal does not export its own definitions. */
function readFields(body: Buffer): Map<number, Buffer | number> {
  const fields = new Map<number, Buffer | number>()
  let at = 0
  const varint = (): number => {
    let value = 0
    for (let shift = 0; at < body.length; shift += 7) {
      const byte = body[at++] ?? 0
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) break
    }
    return value
  }
  while (at < body.length) {
    const key = varint()
    const value = varint()
    if ((key & 7) === VARINT) fields.set(key >> 3, value)
    else if ((key & 7) === BYTES) {
      fields.set(key >> 3, body.subarray(at, at + value))
      at += value
    } else return fields
  }
  return fields
}
