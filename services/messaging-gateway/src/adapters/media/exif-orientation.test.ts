import { readExifOrientation } from './exif-orientation'

function jpeg(order: 'II' | 'MM', orientation: number, before: Buffer = Buffer.alloc(0)): Buffer {
  const tiff = Buffer.alloc(26)
  const short = (value: number, at: number) =>
    order === 'II' ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at)
  tiff.write(order, 0, 'latin1')
  short(42, 2)
  if (order === 'II') tiff.writeUInt32LE(8, 4)
  else tiff.writeUInt32BE(8, 4)
  short(1, 8)
  short(0x0112, 10)
  short(3, 12)
  short(orientation, 18)
  const segment = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, segment.length + 2])
  return Buffer.concat([Buffer.from([0xff, 0xd8]), before, head, segment, Buffer.from([0xff, 0xda, 0, 2])])
}

describe('the orientation of a JPEG', () => {
  it.each([
    ['II', 6, 6],
    ['MM', 8, 8],
    ['MM', 0, 1],
    ['II', 9, 1],
  ] as const)('in order %s as %s is %s', (order, stored, orientation) =>
    expect(readExifOrientation(jpeg(order, stored))).toBe(orientation),
  )

  it('is found behind other segments, and upright without one', () => {
    const other = Buffer.from([0xff, 0xe0, 0, 4, 1, 2])
    expect(readExifOrientation(jpeg('II', 3, other))).toBe(3)
    expect(readExifOrientation(Buffer.from('ffd8ffda0002', 'hex'))).toBe(1)
  })

  it('never throws, wherever the file is cut or bent', () => {
    const whole = jpeg('MM', 6)
    for (let at = 0; at < whole.length; at += 1) {
      const bent = Buffer.from(whole)
      bent[at] = (bent[at] ?? 0) ^ 0xff
      for (const broken of [whole.subarray(0, at), bent])
        expect(readExifOrientation(broken)).toBeGreaterThanOrEqual(1)
    }
  })
})
