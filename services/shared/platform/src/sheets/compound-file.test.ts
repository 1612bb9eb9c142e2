import { CFB } from '@e965/xlsx'
import fc from 'fast-check'

import { readStream } from './compound-file'
import { UnreadableSheet } from './unreadable-sheet'

const FIRST_OF_DIRECTORY = 48

const buildFile = (name: string, content: Buffer): Buffer => {
  const container = CFB.utils.cfb_new()
  CFB.utils.cfb_add(container, '/Other', Buffer.alloc(5_000, 7))
  CFB.utils.cfb_add(container, `/${name}`, content)
  return CFB.write(container, { type: 'buffer' }) as Buffer
}

const contentOf = (bytes: number) => Buffer.from(Array.from({ length: bytes }, (_, index) => index % 251))

describe('a compound file', () => {
  // 64-byte sectors below 4,096 bytes; from 7 MB on, the list of the table's sectors goes on outside of the header.
  it.each([1, 64, 100, 4_095, 4_096, 70_000, 8_000_000])('has a stream of %s bytes', (bytes) => {
    const content = contentOf(bytes)
    expect(readStream(buildFile('Workbook', content), ['Workbook', 'Book']).equals(content)).toBe(true)
  })

  it('has the first stream of the wanted names', () => {
    const content = contentOf(5_000)
    expect(readStream(buildFile('Book', content), ['Workbook', 'Book']).equals(content)).toBe(true)
    expect(() => readStream(buildFile('Text', content), ['Workbook'])).toThrow(UnreadableSheet)
  })

  it('whose chain runs in a circle is refused', () => {
    const file = buildFile('Workbook', contentOf(70_000))
    const tableAt = (file.readUInt32LE(76) + 1) * 512
    const first = file.readUInt32LE(FIRST_OF_DIRECTORY)
    file.writeUInt32LE(first, tableAt + 4 * first)
    expect(() => readStream(file, ['Workbook'])).toThrow(UnreadableSheet)
  })

  it('that is cut or changed anywhere is refused, or gives no more bytes than it has', () => {
    const whole = buildFile('Workbook', contentOf(9_000))
    fc.assert(
      fc.property(
        fc.nat(whole.length),
        fc.array(fc.tuple(fc.nat(whole.length - 4), fc.nat(0xffffffff)), { maxLength: 8 }),
        (length, changes) => {
          const file = Buffer.from(whole)
          for (const [at, value] of changes) file.writeUInt32LE(value, at)
          try {
            expect(readStream(file.subarray(0, length), ['Workbook']).length).toBeLessThanOrEqual(length)
          } catch (error) {
            expect(error).toBeInstanceOf(UnreadableSheet)
          }
        },
      ),
    )
  })
})
