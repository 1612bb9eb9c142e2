import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import type { BlobStore } from '@balcao/kernel'

export function describeBlobStore(driver: string, open: () => Promise<BlobStore>): void {
  const newKey = () => `companies/7/2026/11/${randomBytes(16).toString('hex')}.jpg`

  describe(`the blob store on ${driver}`, () => {
    let blobs: BlobStore
    beforeEach(async () => {
      blobs = await open()
    })
    const contentOf = async (key: string, range?: { start: number; end: number }) => {
      const stream = await blobs.get(key, range)
      return stream && buffer(stream)
    }

    it('gives back the bytes of a buffer and of a stream', async () => {
      const bytes = randomBytes(300_000)
      const [fromBuffer, fromStream] = [newKey(), newKey()]
      expect(await blobs.put(fromBuffer, bytes)).toEqual({ sizeBytes: 300_000 })
      expect(await blobs.put(fromStream, Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]))).toEqual({
        sizeBytes: 300_000,
      })
      expect((await contentOf(fromBuffer))?.equals(bytes)).toBe(true)
      expect((await contentOf(fromStream))?.equals(bytes)).toBe(true)
      expect(await blobs.info(fromStream)).toEqual({ sizeBytes: 300_000 })
    })

    it('reads a range, both ends included', async () => {
      const key = newKey()
      await blobs.put(key, Buffer.from('0123456789'))
      expect(String(await contentOf(key, { start: 2, end: 5 }))).toBe('2345')
      expect(String(await contentOf(key, { start: 9, end: 9 }))).toBe('9')
    })

    it('knows nothing of a key that was never written', async () => {
      expect(await blobs.get(newKey())).toBeUndefined()
      expect(await blobs.info(newKey())).toBeUndefined()
    })

    it('leaves nothing of an object that is too large', async () => {
      const key = newKey()
      const endless = Readable.from(
        (function* () {
          for (let index = 0; index < 100; index += 1) yield Buffer.alloc(1_000)
        })(),
      )
      await expect(blobs.put(key, endless, { maxBytes: 50_000 })).rejects.toMatchObject({
        code: 'ERR_MEDIA_TOO_LARGE',
      })
      expect(await blobs.info(key)).toBeUndefined()
      expect(await blobs.put(key, Buffer.alloc(50_000), { maxBytes: 50_000 })).toEqual({ sizeBytes: 50_000 })
    })

    it('leaves nothing, and keeps what was there, when the source breaks', async () => {
      const key = newKey()
      await blobs.put(key, Buffer.from('before'))
      const broken = () =>
        Readable.from(
          (function* () {
            yield Buffer.from('half')
            throw new Error('the phone hung up')
          })(),
        )
      await expect(blobs.put(key, broken())).rejects.toThrow('the phone hung up')
      expect(String(await contentOf(key))).toBe('before')
      const fresh = newKey()
      await expect(blobs.put(fresh, broken())).rejects.toThrow('the phone hung up')
      expect(await blobs.info(fresh)).toBeUndefined()
    })

    it('deletes once and again', async () => {
      const key = newKey()
      await blobs.put(key, Buffer.from('x'))
      await blobs.delete(key)
      await blobs.delete(key)
      expect(await blobs.get(key)).toBeUndefined()
    })
  })
}
