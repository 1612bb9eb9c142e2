import { mkdirSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { HOUR, MINUTE } from '@balcao/kernel'

import { sweepUploads } from './sweep-uploads'

const now = new Date('2026-11-22T12:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)

describe('the sweep of uploads', () => {
  it('removes what a death left, and nothing that is still on its way', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'balcao-sweep-'))
    for (const [name, age] of [
      ['up-dead', 2 * HOUR],
      ['up-alive', 5 * MINUTE],
    ] as const) {
      const upload = path.join(folder, name)
      mkdirSync(upload)
      writeFileSync(path.join(upload, 'file'), 'bytes')
      utimesSync(upload, ago(age), ago(age))
    }
    const half = path.join(folder, 'half-written')
    writeFileSync(half, 'bytes')
    utimesSync(half, ago(2 * HOUR), ago(2 * HOUR))
    await sweepUploads([path.join(folder, 'not-there'), folder], now)
    expect(readdirSync(folder)).toEqual(['up-alive'])
  })
})
