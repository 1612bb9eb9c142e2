import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { temporaryFolder } from '@balcao/testkit'

import { archiveFolder } from './archive-folder'
import { giveUpOldest, listStaged, requireWal } from './archive-wal'

const segment = (number: number): string => `0000000100000000000000${String(number).padStart(2, '0')}`
const GIB = 1024 ** 3

let folder: string

beforeEach(async () => {
  folder = await temporaryFolder('archive-wal')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

/* Sparse: they take no room of the disk. */
function stage(names: readonly string[], bytes: number): void {
  for (const name of names) {
    writeFileSync(path.join(folder, name), '')
    truncateSync(path.join(folder, name), bytes)
  }
}

describe('WAL that cannot be archived', () => {
  it('is kept while it is little, however full the disk is', async () => {
    stage([segment(1), segment(2)], 1024)
    expect(await giveUpOldest(folder)).toEqual([])
    expect(listStaged(folder)).toHaveLength(2)
  })

  it('is given up from the oldest on', async () => {
    stage([segment(1), segment(2), segment(3)], GIB)
    expect(await giveUpOldest(folder)).toEqual([segment(1), segment(2)])
    expect(listStaged(folder)).toEqual([segment(3)])
  })
})

it('is missing from a base backup, which then does not count', () => {
  const archive = archiveFolder(folder)
  const needed = { firstSegment: segment(3), lastSegment: segment(5) }
  mkdirSync(archive.wal)
  for (const number of [2, 3, 5]) writeFileSync(path.join(archive.wal, `${segment(number)}.gz`), '')
  expect(() => requireWal(archive, needed)).toThrow(segment(4))
  writeFileSync(path.join(archive.wal, `${segment(4)}.gz`), '')
  expect(() => requireWal(archive, needed)).not.toThrow()
})
