import { Readable } from 'node:stream'

import { AppError, type MediaQuota } from '@balcao/kernel'
import { describeBlobStore, memoryBlobs } from '@balcao/testkit'

import { createQuotaBlobStore } from './quota-blob-store'

const KIBIBYTE = 1024
const KEY = 'companies/7/2026/11/a.jpg'

/** An account of one limit for all; `asked` has every call. */
function countingQuota(allowedBytes = Number.POSITIVE_INFINITY) {
  const files = new Map<string, number>()
  const asked: string[] = []
  const used = () => [...files.values()].reduce((sum, bytes) => sum + bytes, 0)
  const quota: MediaQuota = {
    reserve: async ({ key }, { least, wanted }) => {
      asked.push(`reserve ${least} to ${wanted}`)
      const free = allowedBytes - used() + (files.get(key) ?? 0)
      if (least > free)
        throw new AppError('ERR_MEDIA_QUOTA_REACHED', { quota: { usedBytes: used(), allowedBytes } })
      files.set(key, Math.min(wanted, free))
      return { grantedBytes: Number.isFinite(allowedBytes) ? Math.min(wanted, free) : allowedBytes }
    },
    settle: async ({ key }, sizeBytes) => {
      asked.push(`settle ${sizeBytes}`)
      files.set(key, sizeBytes)
    },
    unsettle: async () => void asked.push('unsettle'),
    release: async ({ key }) => {
      asked.push('release')
      files.delete(key)
    },
  }
  return { quota, asked, used }
}

describeBlobStore('a quota', async () => createQuotaBlobStore(memoryBlobs(), countingQuota().quota))

const streamOf = (chunks: number) =>
  Readable.from(
    (function* () {
      for (let index = 0; index < chunks; index += 1) yield Buffer.alloc(64 * KIBIBYTE)
    })(),
  )

describe('a blob store with a quota', () => {
  it('reserves what a buffer has, and settles it', async () => {
    const { quota, asked } = countingQuota(100)
    await createQuotaBlobStore(memoryBlobs(), quota).put(KEY, Buffer.alloc(100))
    expect(asked).toEqual(['reserve 100 to 100', 'settle 100'])
  })

  it('reserves a stream while it passes, in steps that grow', async () => {
    const { quota, asked, used } = countingQuota(10_000 * KIBIBYTE)
    await createQuotaBlobStore(memoryBlobs(), quota).put(KEY, streamOf(16))
    expect(asked).toEqual([
      `reserve ${64 * KIBIBYTE} to ${320 * KIBIBYTE}`,
      `reserve ${384 * KIBIBYTE} to ${768 * KIBIBYTE}`,
      `reserve ${832 * KIBIBYTE} to ${1_664 * KIBIBYTE}`,
      `settle ${1_024 * KIBIBYTE}`,
    ])
    expect(used()).toBe(1_024 * KIBIBYTE)
  })

  it('asks once where there is no limit', async () => {
    const { quota, asked } = countingQuota()
    await createQuotaBlobStore(memoryBlobs(), quota).put(KEY, streamOf(16))
    expect(asked).toHaveLength(2)
  })

  it('takes a stream that fits to the byte', async () => {
    const { quota } = countingQuota(1_024 * KIBIBYTE)
    expect(await createQuotaBlobStore(memoryBlobs(), quota).put(KEY, streamOf(16))).toEqual({
      sizeBytes: 1_024 * KIBIBYTE,
    })
  })

  it.each([
    ['a buffer', () => Buffer.alloc(1_024 * KIBIBYTE)],
    ['a stream', () => streamOf(16)],
  ])('refuses %s that does not fit, and leaves nothing of it', async (_what, build) => {
    const { quota, used } = countingQuota(1_000 * KIBIBYTE)
    const inner = memoryBlobs()
    await expect(createQuotaBlobStore(inner, quota).put(KEY, build())).rejects.toMatchObject({
      code: 'ERR_MEDIA_QUOTA_REACHED',
    })
    expect(await inner.info(KEY)).toBeUndefined()
    expect(used()).toBe(0)
  })

  it('keeps the account of the object that a failed write did not replace', async () => {
    const { quota, used } = countingQuota(1_000 * KIBIBYTE)
    const blobs = createQuotaBlobStore(memoryBlobs(), quota)
    await blobs.put(KEY, Buffer.alloc(100))
    await expect(blobs.put(KEY, Buffer.alloc(200), { maxBytes: 150 })).rejects.toThrow('ERR_MEDIA_TOO_LARGE')
    expect(used()).toBe(100)
  })

  it('gives a deleted object’s bytes back, and says so before', async () => {
    const { quota, asked, used } = countingQuota()
    const blobs = createQuotaBlobStore(memoryBlobs(), quota)
    await blobs.put(KEY, Buffer.alloc(100))
    await blobs.delete(KEY)
    expect(asked.slice(-2)).toEqual(['unsettle', 'release'])
    expect(used()).toBe(0)
  })

  it('passes what is no company’s', async () => {
    const { quota, asked } = countingQuota(0)
    const blobs = createQuotaBlobStore(memoryBlobs(), quota)
    await blobs.put('platform/a.jpg', Buffer.alloc(100))
    await blobs.delete('platform/a.jpg')
    expect(asked).toEqual([])
  })
})
