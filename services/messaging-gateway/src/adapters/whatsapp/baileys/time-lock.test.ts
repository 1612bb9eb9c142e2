import { queryTimeLock } from './time-lock'

const heard: string[] = []
const failed = (error: unknown) => void heard.push(String(error))
type Answer = Awaited<ReturnType<Parameters<typeof queryTimeLock>[0]['fetchAccountReachoutTimelock']>>
const server = (answer: Promise<unknown>) => ({
  fetchAccountReachoutTimelock: () => answer as Promise<Answer>,
})

describe('the account’s time lock', () => {
  const until = new Date('2026-11-23T12:00:00Z')

  beforeEach(() => void heard.splice(0))

  it.each([
    ['as the server says', { isActive: true, timeEnforcementEnds: until }, { isActive: true, until }],
    ['not active', { isActive: false, timeEnforcementEnds: until }, { isActive: false }],
    ['without a time lock', {}, { isActive: false }],
  ])('is %s', async (_name, answer, expected) => {
    expect(await queryTimeLock(server(Promise.resolve(answer)), failed)).toEqual(expected)
    expect(heard).toEqual([])
  })

  it('counts as active when the server fails, or does not answer in time', async () => {
    expect(await queryTimeLock(server(Promise.reject(new Error('500'))), failed)).toEqual({ isActive: true })
    expect(await queryTimeLock(server(new Promise(() => undefined)), failed, 1)).toEqual({ isActive: true })
    expect(heard).toHaveLength(2)
  })
})
