export interface ImageSize {
  width: number
  height: number
}

const toSize = (width: number, height: number): ImageSize | undefined =>
  width > 0 && height > 0 && width < 100_000 && height < 100_000 ? { width, height } : undefined

function pngSize(head: Buffer): ImageSize | undefined {
  return head.length >= 24 ? toSize(head.readUInt32BE(16), head.readUInt32BE(20)) : undefined
}

function gifSize(head: Buffer): ImageSize | undefined {
  return head.length >= 10 ? toSize(head.readUInt16LE(6), head.readUInt16LE(8)) : undefined
}

/* Lossy, lossless and extended WebP have three headers. */
function webpSize(head: Buffer): ImageSize | undefined {
  if (head.length < 30) return undefined
  const format = head.toString('latin1', 12, 16)
  if (format === 'VP8 ') return toSize(head.readUInt16LE(26) & 0x3fff, head.readUInt16LE(28) & 0x3fff)
  if (format === 'VP8X') return toSize(head.readUIntLE(24, 3) + 1, head.readUIntLE(27, 3) + 1)
  if (format !== 'VP8L') return undefined
  const bits = head.readUInt32LE(21)
  return toSize((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
}

const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/* Skips segments up to the frame header; a thumbnail inside EXIF is skipped with its segment. */
function jpegSize(head: Buffer): ImageSize | undefined {
  let at = 2
  while (at + 9 <= head.length && head[at] === 0xff) {
    const marker = head[at + 1] ?? 0
    if (marker === 0xff) at += 1
    else if (isFrameHeader(marker)) return toSize(head.readUInt16BE(at + 7), head.readUInt16BE(at + 5))
    else at += 2 + head.readUInt16BE(at + 2)
  }
  return undefined
}

const readers: Record<string, (head: Buffer) => ImageSize | undefined> = {
  'image/png': pngSize,
  'image/gif': gifSize,
  'image/webp': webpSize,
  'image/jpeg': jpegSize,
}

/** Width and height from a file's first bytes, undefined when they do not have them. Never throws on broken files. */
export function readImageSize(mimeType: string, head: Buffer): ImageSize | undefined {
  return readers[mimeType]?.(head)
}
