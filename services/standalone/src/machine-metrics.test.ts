import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { HOUR } from '@balcao/kernel'
import { metricsText } from '@balcao/platform'
import { temporaryFolder } from '@balcao/testkit'

import { startMachineMetrics } from './machine-metrics'

const valueOf = async (metric: string): Promise<number | undefined> => {
  const line = (await metricsText()).split('\n').find((one) => one.startsWith(metric))
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')))
}

function writeBackup(folder: string, madeAt: string): void {
  mkdirSync(path.join(folder, 'one'))
  writeFileSync(path.join(folder, 'one', 'manifest.json'), JSON.stringify({ madeAt }))
}

it('says nothing of backups where none are made here', async () => {
  const metrics = startMachineMetrics({ data: await temporaryFolder('data'), backups: undefined })
  await metrics.read()
  expect(await valueOf('balcao_backup_age_seconds')).toBeUndefined()
  expect(await valueOf('balcao_volume_free_ratio{volume="backups"')).toBeUndefined()
  await metrics.stop()
})

it('reports the room of each volume, and how old the newest backup is', async () => {
  const backups = await temporaryFolder('backups')
  const startedAt = Date.parse('2026-11-29T12:00:00Z')
  let now = startedAt
  const metrics = startMachineMetrics({ data: await temporaryFolder('data'), backups }, () => now)
  await metrics.read()
  for (const volume of ['data', 'backups']) {
    const share = await valueOf(`balcao_volume_free_ratio{volume="${volume}"`)
    expect(share).toBeGreaterThan(0)
    expect(share).toBeLessThan(1)
  }
  now = startedAt + 3 * HOUR
  // Since the start: a desk whose first backup fails is not silent.
  expect(await valueOf('balcao_backup_age_seconds')).toBe(3 * 3_600)
  writeBackup(backups, '2026-11-29T13:00:00.000Z')
  await metrics.read()
  expect(await valueOf('balcao_backup_age_seconds')).toBe(2 * 3_600)
  await metrics.stop()
})
