import { isUtf8 } from 'node:buffer'
import { open } from 'node:fs/promises'

const SNIFFED_BYTES = 4_100
export const UNKNOWN_TYPE = 'application/octet-stream'

interface Signature {
  at: number
  bytes: string | readonly number[]
  mimeType: string
}

/* Types that customers send and agents attach. Other files have an unknown type and are offered for download. */
const signatures: readonly Signature[] = [
  { at: 0, bytes: [0xff, 0xd8, 0xff], mimeType: 'image/jpeg' },
  { at: 0, bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], mimeType: 'image/png' },
  { at: 0, bytes: 'GIF87a', mimeType: 'image/gif' },
  { at: 0, bytes: 'GIF89a', mimeType: 'image/gif' },
  { at: 0, bytes: '%PDF-', mimeType: 'application/pdf' },
  { at: 0, bytes: 'fLaC', mimeType: 'audio/flac' },
  { at: 0, bytes: 'ID3', mimeType: 'audio/mpeg' },
  { at: 0, bytes: '#!AMR', mimeType: 'audio/amr' },
  { at: 0, bytes: [0x1f, 0x8b, 0x08], mimeType: 'application/gzip' },
  { at: 0, bytes: '7z\xbc\xaf\x27\x1c', mimeType: 'application/x-7z-compressed' },
  { at: 0, bytes: 'Rar!\x1a\x07', mimeType: 'application/vnd.rar' },
  { at: 0, bytes: '{\\rtf', mimeType: 'application/rtf' },
]

const has = (bytes: Buffer, { at, bytes: wanted }: Pick<Signature, 'at' | 'bytes'>): boolean => {
  const expected = typeof wanted === 'string' ? Buffer.from(wanted, 'latin1') : Buffer.from(wanted)
  return bytes.subarray(at, at + expected.length).equals(expected)
}

const riffTypes: Record<string, string> = { WEBP: 'image/webp', WAVE: 'audio/wav', 'AVI ': 'video/x-msvideo' }

/* ISO base media: the brand tells the type. */
function brandType(brand: string): string {
  if (brand.startsWith('M4A') || brand.startsWith('M4B')) return 'audio/mp4'
  if (brand.startsWith('qt')) return 'video/quicktime'
  if (brand.startsWith('3g')) return 'video/3gpp'
  if (brand === 'avif') return 'image/avif'
  if (['heic', 'heix', 'mif1', 'msf1'].includes(brand)) return 'image/heic'
  return 'video/mp4'
}

/* Browser recordings are fragmented: all tracks are listed in the header. Without a video track it is audio. */
const isRecordedSound = (bytes: Buffer): boolean =>
  bytes.includes('mvex') && bytes.includes('soun') && !bytes.includes('vide')

/* Office files are zips; the first entries tell which. */
function zipType(bytes: Buffer): string {
  const head = bytes.toString('latin1')
  if (head.includes('word/')) return 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  if (head.includes('xl/')) return 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  if (head.includes('ppt/'))
    return 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
  const declared = /mimetype(application\/(?:vnd\.oasis\.opendocument\.[a-z]+|epub\+zip))/.exec(head)
  return declared?.[1] ?? 'application/zip'
}

/* MPEG audio without a tag and ADTS AAC both start with eleven set bits; the layer bits differ. */
function frameType(bytes: Buffer): string | undefined {
  const [first = 0, second = 0, third = 0] = bytes
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined
  if ((second & 0xf6) === 0xf0) return 'audio/aac'
  const isMpegAudio =
    (second & 0x06) !== 0 && (second & 0x18) !== 0x08 && (third & 0xf0) !== 0xf0 && (third & 0x0c) !== 0x0c
  return isMpegAudio ? 'audio/mpeg' : undefined
}

function containerType(bytes: Buffer): string | undefined {
  if (has(bytes, { at: 0, bytes: 'RIFF' })) return riffTypes[bytes.toString('latin1', 8, 12)]
  if (has(bytes, { at: 4, bytes: 'ftyp' })) {
    const type = brandType(bytes.toString('latin1', 8, 12))
    return type === 'video/mp4' && isRecordedSound(bytes) ? 'audio/mp4' : type
  }
  if (has(bytes, { at: 0, bytes: 'PK\x03\x04' }) || has(bytes, { at: 0, bytes: 'PK\x05\x06' }))
    return zipType(bytes)
  if (has(bytes, { at: 0, bytes: 'OggS' })) return bytes.includes('theora') ? 'video/ogg' : 'audio/ogg'
  if (has(bytes, { at: 0, bytes: [0x1a, 0x45, 0xdf, 0xa3] })) {
    if (!bytes.includes('webm')) return 'video/x-matroska'
    return bytes.includes('V_VP') || bytes.includes('V_AV1') ? 'video/webm' : 'audio/webm'
  }
  return undefined
}

/* Valid UTF-8 without control characters. The sample may end inside a character: up to three bytes are dropped. */
function isText(sample: Buffer, isWhole: boolean): boolean {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(sample.toString('latin1'))) return false
  const cuts = isWhole ? [0] : [0, 1, 2, 3]
  return cuts.some((cut) => isUtf8(sample.subarray(0, sample.length - cut)))
}

/**
 * The type of a file, from its first bytes; the sender's claim is not used. All text is `text/plain`
 * (HTML and SVG too), so that no browser executes it.
 * @param isWhole whether `sample` is the whole file.
 */
export function detectMimeType(sample: Buffer, isWhole = true): string {
  const bytes = sample.subarray(0, SNIFFED_BYTES)
  const found =
    signatures.find((signature) => has(bytes, signature))?.mimeType ??
    containerType(bytes) ??
    frameType(bytes)
  if (found) return found
  return bytes.length > 0 && isText(bytes, isWhole && bytes.length === sample.length)
    ? 'text/plain'
    : UNKNOWN_TYPE
}

/** The same for a file on disk; reads its first 4 kB. */
export async function detectFileMimeType(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0)
    return detectMimeType(buffer.subarray(0, bytesRead), bytesRead < SNIFFED_BYTES)
  } finally {
    await file.close()
  }
}
