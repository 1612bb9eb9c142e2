const MAX_VARINT_BYTES = 10

/** Position of one encoded protobuf field. */
export interface Field {
  number: number
  /** Length of the tag and, where there is one, of the length. */
  prefixBytes: number
  payloadBytes: number
}

/**
 * The field that begins at the offset; undefined while its prefix is incomplete.
 * @throws for bytes that are not a protobuf.
 */
export function parseField(bytes: Buffer, offset: number): Field | undefined {
  const tag = parseVarint(bytes, offset)
  if (!tag) return undefined
  const number = Math.floor(tag.value / 8)
  const prefixBytes = tag.bytes
  switch (tag.value % 8) {
    case 0: {
      const value = parseVarint(bytes, offset + prefixBytes)
      return value && { number, prefixBytes, payloadBytes: value.bytes }
    }
    case 1:
      return { number, prefixBytes, payloadBytes: 8 }
    case 2: {
      const length = parseVarint(bytes, offset + prefixBytes)
      return length && { number, prefixBytes: prefixBytes + length.bytes, payloadBytes: length.value }
    }
    case 5:
      return { number, prefixBytes, payloadBytes: 4 }
    default:
      throw new Error('no protobuf')
  }
}

export function parseVarint(bytes: Buffer, offset: number): { value: number; bytes: number } | undefined {
  let value = 0
  for (let length = 0; length < MAX_VARINT_BYTES; length++) {
    const byte = bytes[offset + length]
    if (byte === undefined) return undefined
    value += (byte & 0x7f) * 2 ** (7 * length)
    if (byte < 0x80) return { value, bytes: length + 1 }
  }
  throw new Error('no protobuf')
}

/** The bytes of the first field with this number. */
export const findPayload = (bytes: Buffer, number: number): Buffer | undefined => {
  const field = findField(bytes, number)
  return field && bytes.subarray(field.at, field.at + field.payloadBytes)
}

/** Position of the payload of the first field with this number. */
export function findField(bytes: Buffer, number: number): { at: number; payloadBytes: number } | undefined {
  for (let offset = 0; ;) {
    const field = parseField(bytes, offset)
    if (!field) return undefined
    const at = offset + field.prefixBytes
    if (field.number === number) return { at, payloadBytes: field.payloadBytes }
    offset = at + field.payloadBytes
  }
}

/** The payloads of a message's fields, in encoded order. */
export function* readFields(bytes: Buffer): Generator<{ number: number; payload: Buffer }> {
  for (let offset = 0; ;) {
    const field = parseField(bytes, offset)
    if (!field) return
    const at = offset + field.prefixBytes
    offset = at + field.payloadBytes
    yield { number: field.number, payload: bytes.subarray(at, offset) }
  }
}
