import { setTimeout as delay } from 'node:timers/promises'

import type { ConnectionView } from '@balcao/contracts'

import { waitWhileShrinking, needsEngines, type EngineName, type Missing } from '@balcao/testkit'
import {
  countMissingFiles,
  expectedSides,
  readBothSides,
  readDelivered,
} from './support/faults/chat-comparison'
import type { DeskAgent } from './support/faults/desk-agent'
import { EventCounts } from './support/faults/event-counts'
import { startFaultDesk, type FaultDesk } from './support/faults/fault-desk'
import { takePart } from './support/take-part'

/*
 * Six services as eight processes, with every engine: customers and agents write all the time, while
 * each process and each engine in turn is killed or suspended and comes back. Afterwards no message is lost, duplicated or
 * out of order. CUT_MS=60000 for the long run, in which processes are suspended, too. FAULTS=1/2 takes every second outage only.
 */

const CUT_MS = Number(process.env.CUT_MS ?? 3_000)
const SUSPENDS_PROCESSES = CUT_MS >= 30_000
const FAULT_MS = CUT_MS + 300_000

type Kept = 'read' | 'text' | 'phone'

interface Fault {
  title: string
  cut(desk: FaultDesk): Promise<void>
  mend(desk: FaultDesk): Promise<void>
  /** Requests of these kinds must be answered as usual. */
  keeps: readonly Kept[]
}

const ALL: readonly Kept[] = ['read', 'text', 'phone']
const quiet = () => Promise.resolve()

const killed = (name: EngineName, keeps: readonly Kept[] = []): Fault => ({
  title: `${name} is killed`,
  cut: ({ engines }) => engines[name].kill(),
  mend: ({ engines }) => engines[name].start(),
  keeps,
})

const suspended = (name: EngineName, keeps: readonly Kept[] = []): Fault => ({
  title: `${name} is suspended`,
  cut: ({ engines }) => engines[name].suspend(),
  mend: async ({ engines }) => engines[name].resume(),
  keeps,
})

const processes = [
  ['auth', 0],
  ['billing', 0],
  ['campaigns', 0],
  ['tickets', 0],
  ['messaging-gateway', 0],
  ['messaging-gateway', 1],
  ['realtime', 0],
  ['realtime', 1],
] as const

const killedProcesses = processes.map(([service, index]): Fault => ({
  title: `${service}-${index} is killed`,
  cut: async ({ cluster }) => void (await cluster.pod(service, index).stop('SIGKILL')),
  mend: ({ cluster }) => cluster.pod(service, index).start(),
  keeps: [],
}))

const suspendedProcesses = processes.map(([service, index]): Fault => ({
  title: `${service}-${index} is suspended`,
  cut: async ({ cluster }) => cluster.pod(service, index).signal('SIGSTOP'),
  mend: async ({ cluster }) => cluster.pod(service, index).signal('SIGCONT'),
  keeps: [],
}))

const forgetful: Fault = {
  title: 'redis forgets everything',
  cut: ({ engines }) => engines.redis.command('FLUSHALL'),
  mend: quiet,
  keeps: ALL,
}

const faults = takePart<Fault>('FAULTS', [
  killed('kafka', ALL),
  suspended('kafka', ALL),
  killed('redis', ALL),
  suspended('redis', ALL),
  forgetful,
  killed('s3', ALL),
  suspended('s3', ALL),
  killed('mongo'),
  suspended('mongo'),
  killed('postgres'),
  suspended('postgres'),
  ...killedProcesses,
  ...(SUSPENDS_PROCESSES ? suspendedProcesses : []),
])

const copyAnswers = (agents: readonly DeskAgent[]) => agents.map(({ answered }) => ({ ...answered }))

/** Requests without an answer since `before`, by kind. */
const unanswered = (
  agents: readonly DeskAgent[],
  before: ReturnType<typeof copyAnswers>,
  keeps: readonly Kept[],
): Missing =>
  Object.fromEntries(
    agents.flatMap(({ email, answered }, index) =>
      (['read', 'text'] as const)
        .filter((kind) => keeps.includes(kind))
        .map((kind) => [`${kind} of ${email}`, answered[kind] > (before[index]?.[kind] ?? 0) ? 0 : 1]),
    ),
  )

/** Accepted messages that have not arrived yet, by conversation. */
function dueFrom(desk: FaultDesk, more: number): () => Promise<Missing> {
  const due = desk.chats.map(({ number, inbound, outbound }) => ({
    number,
    inbound: inbound.length + more,
    outbound: outbound.length + more,
  }))
  return async () => {
    const arrived = await desk.arrived()
    return Object.fromEntries(
      due.flatMap(({ number, inbound, outbound }) => {
        const now = arrived.get(number) ?? { inbound: 0, outbound: 0 }
        return [
          [`from ${number}`, Math.max(0, inbound - now.inbound)],
          [`to ${number}`, Math.max(0, outbound - now.outbound)],
        ]
      }),
    )
  }
}

needsEngines(
  'own postgres',
  'own kafka',
  'own redis',
  'own mongo',
  'own s3',
)('six services and all engines', () => {
  let desk: FaultDesk
  let events: EventCounts
  let starting: Promise<FaultDesk>

  beforeAll(async () => {
    starting = startFaultDesk()
    desk = await starting
    events = new EventCounts(desk)
    desk.traffic.start()
  }, 600_000)

  /* Also when it took too long to start; what failed to start has cleaned up behind itself. */
  afterAll(
    () =>
      starting.then(
        (started) => started.stop(),
        () => undefined,
      ),
    600_000,
  )

  it.each(faults)(
    '$title and comes back: all conversations go on',
    async ({ cut, mend, keeps }) => {
      const { agents, traffic } = desk
      const refusals = traffic.refusals.length
      await cut(desk)
      const before = copyAnswers(agents)
      await delay(CUT_MS)
      await waitWhileShrinking('during the fault', async () => unanswered(agents, before, keeps))
      const refused = traffic.refusals.slice(refusals)
      await mend(desk)
      expect(refused.filter(({ kind }) => keeps.some((kept) => kept === kind))).toEqual([])
      // Messages written after the recovery have arrived on both sides, in every conversation.
      await waitWhileShrinking('after the fault', dueFrom(desk, 1))
      await waitWhileShrinking('sockets', async () => ({ away: agents.filter(({ isUp }) => !isUp).length }))
    },
    FAULT_MS,
  )

  /* A session whose refresh fell into an outage longer than the grace must log in again. */
  it('takes back an agent who signs in again in the middle of it', async () => {
    const [agent] = desk.agents
    if (!agent) throw new Error('no agent is there')
    const goodbyes = agent.goodbyes
    await agent.logIn()
    await waitWhileShrinking('goodbye', async () => ({ due: Math.max(0, goodbyes + 1 - agent.goodbyes) }))
    await waitWhileShrinking('socket', async () => ({ away: agent.isUp ? 0 : 1 }))
  })

  it('comes to rest: everything accepted has arrived, every event was taken by all who want it', async () => {
    await desk.traffic.stop()
    await waitWhileShrinking('messages', dueFrom(desk, 0))
    await waitWhileShrinking('events', () => events.missing())
    await waitWhileShrinking('files', async () => {
      const missing = await Promise.all(desk.chats.map(countMissingFiles))
      return { files: missing.reduce((total, count) => total + count, 0) }
    })
  }, 900_000)

  it('has every message once, in order, with its words and its file', async () => {
    const lines = new Set(desk.chats.map(({ connection }) => connection))
    const delivered = (await Promise.all([...lines].map((line) => readDelivered(desk, line)))).flat()
    for (const chat of desk.chats)
      expect(await readBothSides(desk.cluster.url, chat, delivered)).toEqual(expectedSides(chat))
    expect(new Set(delivered.map(({ id }) => id)).size).toBe(delivered.length)
  })

  it('balances the books of events', async () => {
    expect(await events.dead()).toEqual([])
    expect(await events.excess()).toEqual({})
    const { onTopics, written } = await events.records()
    const sizes = (books: Map<string, Set<string>>) =>
      [...books].map(([topic, ids]) => [topic, ids.size]).sort()
    expect(sizes(onTopics)).toEqual(sizes(written))
    for (const [topic, ids] of written)
      expect({ topic, lost: [...ids].filter((id) => !onTopics.get(topic)?.has(id)) }).toEqual({
        topic,
        lost: [],
      })
  })

  it('has told every agent what a fresh look shows', async () => {
    for (const agent of desk.agents) {
      const fresh = await agent.freshFetch()
      await waitWhileShrinking('agents', async () => ({
        'to hear': [...fresh.keys()].filter((seq) => !agent.seen.has(seq)).length,
      }))
      const told = [...agent.seen].filter(([seq]) => !fresh.has(seq))
      expect({ agent: agent.email, told }).toEqual({ agent: agent.email, told: [] })
    }
  })

  it('never asked for a code again', async () => {
    const asked = await desk.sql(
      `SELECT ordering_key FROM messaging_gateway.outbox o
       WHERE body->'connectionSessionChanged'->>'status' = 'qrcode' AND EXISTS (
         SELECT FROM messaging_gateway.outbox e WHERE e.ordering_key = o.ordering_key AND e.seq < o.seq
           AND e.body->'connectionSessionChanged'->>'status' = 'CONNECTED')`,
    )
    expect(asked).toEqual([])
    for (const agent of desk.agents) {
      const lines = await agent.insist<ConnectionView[]>('read', { method: 'GET', path: '/whatsapp' })
      expect(lines.map(({ status }) => status)).toEqual(lines.map(() => 'CONNECTED'))
    }
  })
})
