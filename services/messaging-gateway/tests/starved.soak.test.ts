import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'

import { MINUTE, SECOND } from '@balcao/kernel'
import { waitFor, type TestDatabase } from '@balcao/testkit'

import { startFakeWhatsApp, type FakeWhatsApp } from './fake-whatsapp'
import { createChat, received, recorded, ShardRig, talk, type Chat } from './shard-rig'
import { acme, beta, gatewayDatabase } from './support'

/*
 * Three gateway processes with the product's own times on a starved machine: busy loops compete with them, and one after the other is
 * suspended for four seconds. No session may change hands, since nobody has ended.
 * STARVED_MINUTES=60 for the hour, STARVED_BURNERS the number of busy loops.
 */

const RUNS_FOR_MS = Number(process.env.STARVED_MINUTES ?? 2) * MINUTE
const BURNERS = Number(process.env.STARVED_BURNERS ?? 10)
const SUSPENDED_MS = 4 * SECOND
const SESSIONS = 6
const PATIENCE_MS = 400_000
const BURN = 'for (;;) Math.sqrt(Math.random())'

let wa: FakeWhatsApp
let pg: TestDatabase
let rig: ShardRig
let chats: Chat[] = []
const burners: ChildProcess[] = []

const isSettled = async () => {
  const [row] = await pg.sql<{ settled: boolean }>(
    `SELECT max(at) < clock_timestamp() - interval '100 s' AS settled FROM public.holders WHERE name LIKE 'session:%'`,
  )
  return row?.settled === true
}

beforeAll(async () => {
  wa = await startFakeWhatsApp({ settings: { firstPreKeys: 'small', autoReceipts: 'delivery' } })
  pg = await gatewayDatabase()
  rig = await ShardRig.open(pg, wa, { isReal: true })
  for (const name of ['a', 'b', 'c']) await rig.start(name)
  for (let index = 0; index < SESSIONS; index += 1)
    await rig.pair(index, index % 2 === 0 ? acme : beta, 'beta')
  wa.settings.registrationIsOver = true
  chats = rig.numbers.map((linked, index) => createChat(rig, linked, index))
  // Sessions that were opened by whoever came first are handed over, a minute after their opening at the earliest.
  await waitFor(isSettled, PATIENCE_MS)
  for (let index = 0; index < BURNERS; index += 1) burners.push(spawn(process.execPath, ['-e', BURN]))
}, 900_000)

afterAll(async () => {
  for (const burner of burners) burner.kill('SIGKILL')
  await rig.close()
  await pg.close()
  await wa.stop()
})

const readMoves = async () =>
  (
    await pg.sql<{ name: string; owner: string | null }>(
      `SELECT name, owner FROM public.holders WHERE name LIKE 'session:%' ORDER BY at`,
    )
  ).map(({ name, owner }) => `${name} ${owner}`)

it(
  'keeps every session where it is',
  async () => {
    const before = await readMoves()
    const holdings = await rig.holdings()
    const began = new Date()
    let isOver = false
    const talking = talk(rig, chats, () => isOver)
    const endsAt = performance.now() + RUNS_FOR_MS
    let suspensions = 0
    while (performance.now() < endsAt) {
      const host = rig.host(['a', 'b', 'c'][suspensions % 3] ?? '')
      host.signal('SIGSTOP')
      await pause(SUSPENDED_MS)
      host.signal('SIGCONT')
      suspensions += 1
      await pause(SUSPENDED_MS)
    }
    isOver = true
    await talking
    for (const burner of burners) burner.kill('SIGKILL')

    expect(await readMoves()).toEqual(before)
    expect(await rig.holdings()).toEqual(holdings)
    expect(await rig.statuses(began)).toEqual([])
    for (const chat of chats) {
      await waitFor(async () => (await recorded(rig, chat)).length >= chat.written.length, PATIENCE_MS)
      await waitFor(async () => (await received(rig, chat)).length >= chat.sent.length, PATIENCE_MS)
      expect(await recorded(rig, chat)).toEqual(chat.written)
      expect(await received(rig, chat)).toEqual(chat.sent)
    }
    process.stderr.write(
      `${suspensions} suspensions of ${SUSPENDED_MS / SECOND} s in ${RUNS_FOR_MS / MINUTE} minutes beside ${BURNERS} busy loops: 0 sessions moved, ${chats.flatMap(({ written }) => written).length} in, ${chats.flatMap(({ sent }) => sent).length} out\n`,
    )
  },
  RUNS_FOR_MS + 600_000,
)
