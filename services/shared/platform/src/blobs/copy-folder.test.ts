import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'

import type { BlobStore } from '@balcao/kernel'
import { memoryBlobs } from '@balcao/testkit'

import { copyFolder } from './copy-folder'
import { createFolderBlobStore } from './folder-blob-store'

const folder = mkdtempSync(join(tmpdir(), 'balcao-copy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const keys = ['companies/7/2026/11/a.jpg', 'companies/7/2026/11/b.jpg', 'companies/8/2026/11/a.jpg']

beforeAll(async () => {
  const from = createFolderBlobStore(folder)
  for (const key of keys) await from.put(key, Buffer.from(key))
  writeFileSync(join(folder, '.incoming', 'half'), 'half')
})

describe('media that move to another store', () => {
  it('arrive whole and once, without what was half written', async () => {
    const to = memoryBlobs()
    expect(await copyFolder({ folder, to })).toEqual({ seen: 3, copied: 3, different: [] })
    for (const key of keys) {
      const stream = await to.get(key)
      expect(stream && (await text(stream))).toBe(key)
    }
    expect(await copyFolder({ folder, to })).toEqual({ seen: 3, copied: 0, different: [] })
  })

  it('replace what has the same size and another content', async () => {
    const to = memoryBlobs()
    await to.put(keys[1] ?? '', Buffer.from('x'.repeat(25)))
    expect(await copyFolder({ folder, to })).toEqual({ seen: 3, copied: 3, different: [] })
  })

  it('go on after a copy that was cut off', async () => {
    const to = memoryBlobs()
    let puts = 0
    const cut: BlobStore = {
      ...to,
      put: async (key, content) => {
        const info = await to.put(key, content)
        if ((puts += 1) > 1) throw new Error('cut')
        return info
      },
    }
    await expect(copyFolder({ folder, to: cut })).rejects.toThrow('cut')
    expect(await copyFolder({ folder, to })).toEqual({ seen: 3, copied: 1, different: [] })
  })

  it('are named when the other store gives back something else', async () => {
    const to = memoryBlobs()
    const broken: BlobStore = {
      ...to,
      put: async (key, content) => to.put(key, (await buffer(Readable.from(content))).fill('?')),
    }
    expect((await copyFolder({ folder, to: broken })).different).toEqual(keys)
  })
})
