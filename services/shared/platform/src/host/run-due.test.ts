import type { ClaimRequest, ClaimStore, Database, Tx } from '@balcao/kernel'
import { fixedClock } from '@balcao/testkit'

import { CLAIM_MS, runDue } from './run-due'

const db = { asPlatform: (work: (tx: Tx) => unknown) => work({} as Tx) } as unknown as Database
const never = new AbortController().signal

/* Two pieces; what is renewed is told. */
class Pieces implements ClaimStore<string> {
  readonly renewed: { pieces: string[]; until: Date }[] = []
  constructor(private readonly due: string[]) {}

  claim(_tx: Tx, { limit }: ClaimRequest): Promise<string[]> {
    return Promise.resolve(this.due.splice(0, limit))
  }

  findNextDue(): Promise<undefined> {
    return Promise.resolve(undefined)
  }

  renew(_tx: Tx, pieces: readonly string[], until: Date): Promise<void> {
    this.renewed.push({ pieces: [...pieces], until })
    return Promise.resolve()
  }
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => {
  jest.restoreAllMocks()
  jest.useRealTimers()
})

it('prolongs the claims of what runs, and of nothing else', async () => {
  const clock = fixedClock('2026-11-28T12:00:00Z')
  const store = new Pieces(['short', 'long'])
  let end: () => void = () => undefined
  const long = new Promise<void>((resolve) => (end = resolve))
  const run = (piece: string) => (piece === 'long' ? long : Promise.resolve())
  const begun = jest.spyOn(globalThis, 'setInterval')
  const ended = jest.spyOn(globalThis, 'clearInterval')
  const ran = runDue({ db, clock }, { store, atOnce: 2, perCompany: 2, run }, never)
  for (let passed = 0; passed < CLAIM_MS; passed += 5_000) {
    clock.advance(5_000)
    await jest.advanceTimersByTimeAsync(5_000)
  }
  const until = (seconds: number) => new Date(Date.parse('2026-11-28T12:00:20Z') + seconds * 1_000)
  expect(store.renewed).toEqual(
    [5, 10, 15, 20].map((seconds) => ({ pieces: ['long'], until: until(seconds) })),
  )
  end()
  await ran
  await jest.advanceTimersByTimeAsync(CLAIM_MS)
  expect(store.renewed).toHaveLength(4)
  const [renewal] = begun.mock.results
  expect(ended).toHaveBeenCalledWith(renewal?.value)
})
