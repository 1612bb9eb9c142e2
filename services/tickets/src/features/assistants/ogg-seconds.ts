const OPUS_RATE = 48_000

/**
 * Length of Ogg Opus, from the last page's position (RFC 7845, 4); undefined for anything else. What the sender says of a voice note
 * is not used where this is known.
 */
export function readOggSeconds(content: Buffer): number | undefined {
  if (!content.subarray(0, 4).equals(Buffer.from('OggS')) || !content.subarray(0, 256).includes('OpusHead'))
    return undefined
  const page = content.lastIndexOf('OggS')
  if (page + 14 > content.length) return undefined
  const position = content.readBigInt64LE(page + 6)
  return position < 0n ? undefined : Number(position) / OPUS_RATE
}
