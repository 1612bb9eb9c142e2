import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, it } from 'node:test'

import {
  chooseExpired,
  deleteDrafts,
  listBackups,
  nightlyName,
  writeFailure,
} from '../support/kept-backups.mjs'
import { at } from '../support/project.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'balcao-backups-'))
after(() => rmSync(folder, { recursive: true }))

const now = new Date('2026-11-27T03:00:00Z')
const daysAgo = (days, name) => {
  const madeAt = new Date(now.getTime() - days * 24 * 3_600_000)
  return { name: name ?? nightlyName(madeAt), madeAt }
}
const nights = (count, from = 0) => Array.from({ length: count }, (_, index) => daysAgo(index + from))
const days = (expired) =>
  expired.map((name) => Math.round((now - Date.parse(`${name.slice(0, 10)}T03:00:00Z`)) / 86_400_000))

it('keeps fourteen nights and drops what is older', () => {
  assert.deepEqual(chooseExpired(nights(14), { keep: 14, now }), [])
  assert.deepEqual(days(chooseExpired(nights(17), { keep: 14, now })), [14, 15, 16])
})

it('never drops the newest whole backup, however old', () => {
  assert.deepEqual(chooseExpired([daysAgo(200)], { keep: 14, now }), [])
  assert.deepEqual(days(chooseExpired(nights(3, 100), { keep: 1, now })), [101, 102])
  assert.deepEqual(chooseExpired([], { keep: 14, now }), [])
})

it('drops more than so many of one day, but not those before an upgrade of that age', () => {
  const hours = Array.from({ length: 5 }, (_, hour) => daysAgo(hour / 24))
  const before = [daysAgo(10, 'before-6.1.0'), daysAgo(20, 'before-6.0.0')]
  assert.deepEqual(chooseExpired([...hours, ...before], { keep: 15, now }), ['before-6.0.0'])
  assert.equal(chooseExpired(hours, { keep: 3, now }).length, 2)
})

it('counts folders with a manifest only, and deletes drafts of processes that are gone', () => {
  const make = (name, manifest) => {
    mkdirSync(path.join(folder, name))
    if (manifest) writeFileSync(path.join(folder, name, 'manifest.json'), JSON.stringify(manifest))
  }
  const { pid } = spawnSync(process.execPath, ['--version'])
  make('2026-11-26T03-00-00Z', { madeAt: '2026-11-26T03:00:00.000Z' })
  make('2026-11-25T03-00-00Z')
  make(`2026-11-24T03-00-00Z.unfinished-${pid}`, { madeAt: '2026-11-24T03:00:00.000Z' })
  make(`2026-11-23T03-00-00Z.unfinished-${process.pid}`)
  assert.deepEqual(
    listBackups(folder).map(({ name }) => name),
    ['2026-11-26T03-00-00Z'],
  )
  deleteDrafts(folder)
  assert.deepEqual(readdirSync(folder).sort(), [
    `2026-11-23T03-00-00Z.unfinished-${process.pid}`,
    '2026-11-25T03-00-00Z',
    '2026-11-26T03-00-00Z',
  ])
})

it('a backup that fails is told by exit code, stderr and a file, and drops nothing', () => {
  const old = path.join(folder, '2020-01-01T03-00-00Z')
  mkdirSync(old)
  writeFileSync(path.join(old, 'manifest.json'), '{"madeAt":"2020-01-01T03:00:00.000Z"}')
  const env = { ...process.env, BACKUP_DIR: folder, DATA_DIR: path.join(folder, 'no-data'), DATABASE_URL: '' }
  const { status, stderr } = spawnSync(process.execPath, [at('scripts/backup-nightly.mjs')], {
    env,
    encoding: 'utf8',
  })
  assert.equal(status, 1)
  assert.match(stderr, /no database below/)
  assert.match(
    JSON.parse(readFileSync(path.join(folder, 'last-failure.json'), 'utf8')).message,
    /no database below/,
  )
  assert.ok(existsSync(old))
  writeFailure(folder)
  assert.ok(!existsSync(path.join(folder, 'last-failure.json')))
})
