const UPRIGHT = 1
const ORIENTATION_TAG = 0x0112
const SHORT_TYPE = 3
const APP1 = 0xe1
const SCAN = 0xda
const TIFF_AT = 6

/* Reads the first directory (IFD0) of the segment's TIFF data: 12 bytes an entry. */
function orientationInTiff(tiff: Buffer): number {
  const order = tiff.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return UPRIGHT
  const isLittle = order === 'II'
  const short = (at: number) =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  const directory = tiff.length < 8 ? 0 : isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  const entries = short(directory)
  for (let entry = 0; entry < entries; entry += 1) {
    const at = directory + 2 + entry * 12
    if (at + 12 > tiff.length) return UPRIGHT
    if (short(at) === ORIENTATION_TAG && short(at + 2) === SHORT_TYPE) return short(at + 8)
  }
  return UPRIGHT
}

/** EXIF orientation of a JPEG, 1 (upright) to 8; 1 when the file has none. Never throws on broken files. */
export function readExifOrientation(jpeg: Buffer): number {
  let at = 2
  while (at + 4 <= jpeg.length && jpeg[at] === 0xff && jpeg[at + 1] !== SCAN) {
    const end = at + 2 + jpeg.readUInt16BE(at + 2)
    const segment = jpeg.subarray(at + 4, end)
    if (jpeg[at + 1] === APP1 && segment.toString('latin1', 0, 4) === 'Exif') {
      const orientation = orientationInTiff(segment.subarray(TIFF_AT))
      return orientation >= 1 && orientation <= 8 ? orientation : UPRIGHT
    }
    at = end
  }
  return UPRIGHT
}
