import { Troubles } from './troubles'

const MINUTE_MS = 60_000
const tick = () => new Promise<void>((resolve) => setImmediate(resolve))

it('a trouble is told once an hour, each kind by itself, and again at once when it could not be told', async () => {
  const told: string[] = []
  let now = 0
  let isRefusing = false
  const trouble = (kind: string) =>
    isRefusing ? Promise.reject(new Error('no')) : Promise.resolve(void told.push(kind))
  const failures: unknown[] = []
  const troubles = new Troubles(
    { trouble },
    (error) => failures.push(error),
    () => now,
  )
  for (const kind of ['history', 'pre-keys', 'history'] as const) troubles.report(kind)
  now += 59 * MINUTE_MS
  troubles.report('history')
  expect(told).toEqual(['history', 'pre-keys'])
  now += MINUTE_MS
  isRefusing = true
  troubles.report('history')
  await tick()
  expect(failures).toHaveLength(1)
  isRefusing = false
  troubles.report('history')
  expect(told).toEqual(['history', 'pre-keys', 'history'])
})
