import type { PgDatabase } from '../postgres'
import { startSchemaMetrics } from './schema-metrics'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const counts = { unsent: 0, age: 0, dead: 0 }

describe('the counts of a schema', () => {
  it.each<[string, boolean | undefined, () => Promise<typeof counts>, number]>([
    ['each ten seconds where other processes write', undefined, () => Promise.resolve(counts), 12],
    ['each ten seconds while its service works', false, () => Promise.resolve(counts), 12],
    ['each minute while its service is idle', true, () => Promise.resolve(counts), 2],
    ['each ten seconds while events wait', true, () => Promise.resolve({ ...counts, unsent: 1 }), 12],
    ['each ten seconds without the database', true, () => Promise.reject(new Error('away')), 12],
  ])('are read %s', async (_how, isIdle, read, expected) => {
    let reads = 0
    const asPlatform = () => {
      reads += 1
      return read()
    }
    const db = { schema: 'counted', asPlatform } as unknown as PgDatabase
    const activity =
      isIdle === undefined ? undefined : { isIdle: () => isIdle, onWork: () => () => undefined }
    const running = startSchemaMetrics([{ db, activity }], () => [])
    await jest.advanceTimersByTimeAsync(119_000)
    expect(reads).toBe(expected)
    await running.stop()
  })
})
