import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describeBlobStore } from '@balcao/testkit'

import { createFolderBlobStore } from './folder-blob-store'

const root = mkdtempSync(join(tmpdir(), 'balcao-blobs-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

describeBlobStore('a folder', async () => createFolderBlobStore(mkdtempSync(join(root, 'store-'))))

describe('a folder whose volume has only its reserve left', () => {
  it('refuses a write and leaves nothing behind', async () => {
    const folder = join(root, 'full')
    const full = createFolderBlobStore(folder, { reserveBytes: 2 ** 60 })
    await expect(full.put('companies/1/a.jpg', Buffer.from('a'))).rejects.toMatchObject({
      code: 'ERR_MEDIA_STORE_FULL',
    })
    expect(readdirSync(folder, { recursive: true })).toEqual(['.incoming'])
  })
})

describe('the folder of media', () => {
  const folder = join(root, 'media')
  const blobs = createFolderBlobStore(folder)
  writeFileSync(join(root, 'secret'), 'not yours')

  it.each([
    '../secret',
    'a/../../secret',
    '/etc/hostname',
    'a//b',
    'a\\..\\secret',
    '.incoming/x',
    'a/.hidden',
    'a\0b',
    'a/',
    '',
    '%2e%2e/secret',
    `${'a/'.repeat(400)}b`,
  ])('has no object %j', async (key) => {
    expect(await blobs.get(key)).toBeUndefined()
    expect(await blobs.info(key)).toBeUndefined()
    await blobs.delete(key)
    await expect(blobs.put(key, Buffer.from('x'))).rejects.toThrow('Not a blob key')
    expect(readdirSync(root)).toContain('secret')
  })

  it('keeps files to this account and no half file behind', async () => {
    await blobs.put('companies/7/a.jpg', Buffer.from('x'))
    await expect(blobs.put('companies/7/b.jpg', Buffer.alloc(10), { maxBytes: 5 })).rejects.toThrow()
    expect(statSync(join(folder, 'companies/7/a.jpg')).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(folder, '.incoming'))).toEqual([])
  })

  it('is not a folder listing', async () => {
    await blobs.put('companies/7/c.jpg', Buffer.from('x'))
    expect(await blobs.get('companies/7')).toBeUndefined()
    expect(await blobs.get('companies/7/c.jpg/d')).toBeUndefined()
  })
})
