import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'

import { HOUR, MINUTE } from '@balcao/kernel'
import { temporaryFolder, waitFor } from '@balcao/testkit'

import { isBackupDue, NightlyBackups } from './nightly-backups'

const night = new Date(2026, 10, 27, 3, 10)
const noon = new Date(2026, 10, 27, 12, 0)
const before = (now: Date, ms: number) => new Date(now.getTime() - ms)

describe('a nightly backup', () => {
  it.each([
    ['in its hour, a day after the last', { now: night, newestAt: before(night, 24 * HOUR) }, true],
    ['in its hour, a second time', { now: night, newestAt: before(night, 5 * MINUTE) }, false],
    ['at noon', { now: noon, newestAt: before(noon, 9 * HOUR) }, false],
    ['at noon, when the machine was off at night', { now: noon, newestAt: before(noon, 33 * HOUR) }, true],
    ['at once, when there is none', { now: noon, newestAt: undefined }, true],
    [
      'not soon after a failure',
      { now: noon, newestAt: undefined, triedAt: before(noon, 10 * MINUTE) },
      false,
    ],
    ['an hour after a failure', { now: noon, newestAt: undefined, triedAt: before(noon, 61 * MINUTE) }, true],
  ])('is due %s', (_name, plan, isDue) => {
    expect(isBackupDue({ hour: 3, triedAt: undefined, ...plan })).toBe(isDue)
  })
})

describe('a desk with a folder for backups', () => {
  let folder: string
  beforeEach(async () => {
    folder = await temporaryFolder('nightly')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const program = (text: string) => {
    const file = path.join(folder, 'program.js')
    writeFileSync(file, text)
    return file
  }

  it('starts the program, and ends it when it stops', async () => {
    const mark = path.join(folder, 'mark')
    const running = new NightlyBackups(
      { folder, hour: 3 },
      program(
        `require('fs').writeFileSync(${JSON.stringify(mark)}, String(process.pid)); setInterval(() => {}, 1e6)`,
      ),
    ).start()
    const pid = await waitFor(() => (existsSync(mark) ? Number(readFileSync(mark, 'utf8')) : undefined))
    await running.stop()
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })

  it('runs it while the last is old, and not while it is young', async () => {
    const mark = path.join(folder, 'mark')
    const backUp = (at: Date) => {
      mkdirSync(path.join(folder, 'one'), { recursive: true })
      writeFileSync(path.join(folder, 'one/manifest.json'), JSON.stringify({ madeAt: at.toISOString() }))
    }
    const nightly = new NightlyBackups(
      { folder, hour: 3 },
      program(`require('fs').writeFileSync(${JSON.stringify(mark)}, '')`),
    )
    backUp(new Date())
    await nightly.look()
    expect(existsSync(mark)).toBe(false)
    backUp(before(new Date(), 30 * HOUR))
    await nightly.look()
    expect(existsSync(mark)).toBe(true)
  })
})
