export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp'

const PNG_HEAD = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const JPEG_HEAD = Buffer.from([0xff, 0xd8, 0xff])

/* Readers accept a PDF whose header stands anywhere in its first kilobyte. */
const PDF_HEADER_WITHIN = 1024

export const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, PDF_HEADER_WITHIN).includes('%PDF-')

/** The decodable picture type, detected by the first bytes; undefined for every other file. */
export function detectPictureType(bytes: Buffer): PictureType | undefined {
  if (bytes.subarray(0, 8).equals(PNG_HEAD) && bytes.toString('latin1', 12, 16) === 'IHDR') return 'image/png'
  if (bytes.subarray(0, 3).equals(JPEG_HEAD)) return 'image/jpeg'
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  return isWebp ? 'image/webp' : undefined
}
