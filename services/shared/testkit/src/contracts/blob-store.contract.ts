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
    const readContent = async (key: string, range?: { start: number; end: number }) => {
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
      expect((await readContent(fromBuffer))?.equals(bytes)).toBe(true)
      expect((await readContent(fromStream))?.equals(bytes)).toBe(true)
      expect(await blobs.info(fromStream)).toEqual({ sizeBytes: 300_000 })
    })

    it('reads a range, both ends included', async () => {
      const key = newKey()
      await blobs.put(key, Buffer.from('0123456789'))
      expect(String(await readContent(key, { start: 2, end: 5 }))).toBe('2345')
      expect(String(await readContent(key, { start: 9, end: 9 }))).toBe('9')
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
      expect(String(await readContent(key))).toBe('before')
      const fresh = newKey()
      await expect(blobs.put(fresh, broken())).rejects.toThrow('the phone hung up')
      expect(await blobs.info(fresh)).toBeUndefined()
    })

    it('keeps an empty object', async () => {
      const [fromBuffer, fromStream] = [newKey(), newKey()]
      expect(await blobs.put(fromBuffer, Buffer.alloc(0))).toEqual({ sizeBytes: 0 })
      expect(await blobs.put(fromStream, Readable.from([]))).toEqual({ sizeBytes: 0 })
      for (const key of [fromBuffer, fromStream]) {
        expect(await blobs.info(key)).toEqual({ sizeBytes: 0 })
        expect((await readContent(key))?.length).toBe(0)
      }
    })

    it('replaces what was there by what is written last', async () => {
      const key = newKey()
      await blobs.put(key, Buffer.from('before, and longer'))
      await blobs.put(key, Readable.from([Buffer.from('after')]))
      expect(String(await readContent(key))).toBe('after')
      expect(await blobs.info(key)).toEqual({ sizeBytes: 5 })
    })

    it('keeps the old object when the new one is too large, and lets go of its source', async () => {
      const key = newKey()
      await blobs.put(key, Buffer.from('before'))
      const source = Readable.from([Buffer.alloc(10), Buffer.alloc(10)])
      await expect(blobs.put(key, source, { maxBytes: 15 })).rejects.toMatchObject({
        code: 'ERR_MEDIA_TOO_LARGE',
      })
      expect(source.destroyed).toBe(true)
      expect(String(await readContent(key))).toBe('before')
      await expect(blobs.put(key, Buffer.alloc(16), { maxBytes: 15 })).rejects.toMatchObject({
        code: 'ERR_MEDIA_TOO_LARGE',
      })
      expect(String(await readContent(key))).toBe('before')
    })

    it('keeps objects beside each other whose keys begin alike', async () => {
      const key = newKey()
      await blobs.put(key, Buffer.from('one'))
      await blobs.put(`${key}.webp`, Buffer.from('two'))
      await blobs.delete(key)
      expect(await blobs.info(key)).toBeUndefined()
      expect(String(await readContent(`${key}.webp`))).toBe('two')
    })

    it('takes writers of several keys, and of one, at once', async () => {
      const keys = Array.from({ length: 8 }, newKey)
      await Promise.all([...keys, ...keys].map((key) => blobs.put(key, Buffer.from(key))))
      for (const key of keys) expect(String(await readContent(key))).toBe(key)
    })

    it('lists a folder with all below it, and nothing of one that begins alike', async () => {
      const ours = Array.from({ length: 3 }, (_, month) => `companies/4711/2026/1${month}/${month}.jpg`)
      for (const key of [...ours, 'companies/47110/2026/11/1.jpg']) await blobs.put(key, Buffer.from(key))
      const list = async (folder: string) => {
        const keys: string[] = []
        for await (const key of blobs.list(folder)) keys.push(key)
        return keys.sort()
      }
      expect(await list('companies/4711')).toEqual(ours)
      expect(await list('companies/404')).toEqual([])
      expect(await list('companies/../companies')).toEqual([])
    })

    it('deletes a folder with all below it, once and again, and nothing of one that begins alike', async () => {
      const file = () => `2026/11/${randomBytes(16).toString('hex')}.jpg`
      const ours = Array.from({ length: 3 }, () => `companies/8/${file()}`)
      const others = [`companies/81/${file()}`, `companies/9/${file()}`]
      for (const key of [...ours, ...others]) await blobs.put(key, Buffer.from(key))
      for (const _again of [1, 2]) await blobs.deleteFolder('companies/8')
      await blobs.deleteFolder('companies/../companies')
      for (const key of ours) expect(await blobs.info(key)).toBeUndefined()
      for (const key of others) expect(String(await readContent(key))).toBe(key)
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
