import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { claimFolder } from './claim'

describe('a claim of a folder', () => {
  let folder: string
  const owner = () => join(folder, 'owner')

  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'balcao-claim-'))))
  afterEach(() => rmSync(folder, { recursive: true }))

  it('is one file that names this process, until it is released', () => {
    const release = claimFolder(folder)
    expect(readdirSync(folder)).toEqual(['owner'])
    expect(readFileSync(owner(), 'utf8')).toMatch(new RegExp(`^${process.pid} `))
    release()
    expect(readdirSync(folder)).toEqual([])
  })

  it('is refused while its process lives, and leaves nothing', () => {
    const release = claimFolder(folder)
    expect(() => claimFolder(folder)).toThrow(`Process ${process.pid} is already running on ${folder}.`)
    expect(readdirSync(folder)).toEqual(['owner'])
    release()
  })

  it.each([
    ['a process that ended', () => String(spawnSync(process.execPath, ['-e', '']).pid)],
    ['an earlier process with our id', () => `${process.pid} 1`],
    ['a start that was cut short', () => ''],
  ])('takes the place of %s', (_, write) => {
    writeFileSync(owner(), write())
    const release = claimFolder(folder)
    expect(readFileSync(owner(), 'utf8')).toMatch(new RegExp(`^${process.pid} \\d+$`))
    expect(readdirSync(folder)).toEqual(['owner'])
    release()
  })
})
