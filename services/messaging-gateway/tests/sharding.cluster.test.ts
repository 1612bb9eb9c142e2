import { setTimeout as pause } from 'node:timers/promises'

import { AppError } from '@balcao/kernel'
import { createPeers, createRpcClients } from '@balcao/platform'
import { givenSession, fakeToken, waitFor, type TestDatabase } from '@balcao/testkit'

import { startFakeWhatsApp, type FakeWhatsApp } from './fake-whatsapp'
import { createChat, received, recorded, ShardRig, talk, type Chat, type LinkedNumber } from './shard-rig'
import { acme, beta, caller, gatewayDatabase, outboundRequest, SCHEMA } from './support'

/*
 * Gateway processes on one database: sessions of two companies, on real-protocol and on simulated phones, are shared among
 * them and move when processes start, end, die and are suspended. SHARD_SLEEP_MS=30000 for the long suspension.
 */

const SLEEP_MS = Number(process.env.SHARD_SLEEP_MS ?? 7_000)
const REAL_PHONES = 3
const SIMULATED_PHONES = 3
const PATIENCE_MS = 90_000

let wa: FakeWhatsApp
let pg: TestDatabase
let rig: ShardRig
let chats: Chat[] = []
let began: Date
/** Connections of real-protocol phones for which a suspended process kept a dead socket. */
const suspendedAccounts = new Set<unknown>()
const peers = createPeers()
const say = (text: string) => process.stderr.write(`${text}\n`)

beforeAll(async () => {
  wa = await startFakeWhatsApp({ settings: { firstPreKeys: 'small', autoReceipts: 'delivery' } })
  pg = await gatewayDatabase()
  rig = await ShardRig.open(pg, wa)
  await rig.start('a')
  const count = REAL_PHONES + SIMULATED_PHONES
  await Promise.all(
    Array.from({ length: count }, (_, index) =>
      rig.pair(index, index % 2 === 0 ? acme : beta, index < REAL_PHONES ? 'beta' : 'simulated'),
    ),
  )
  chats = rig.numbers.flatMap((linked, index) =>
    [0, 1].map((turn) => createChat(rig, linked, 2 * index + turn)),
  )
  wa.settings.registrationIsOver = true
  began = new Date()
})

afterAll(async () => {
  peers.close()
  await rig.close()
  await pg.close()
  await wa.stop()
})

/** All contacts and agents write, through every process, while something happens to the processes. */
async function underTraffic(happening: () => Promise<void>): Promise<void> {
  let isOver = false
  const talking = rig.numbers.map((linked) =>
    talk(
      rig,
      chats.filter((chat) => chat.linked === linked),
      () => isOver,
    ),
  )
  try {
    await happening()
  } finally {
    isOver = true
    await Promise.allSettled(talking)
  }
  await Promise.all(talking)
}

/** No message lost, duplicated or out of order, in either direction; no connection showed a QR code. */
async function expectAllThere(): Promise<void> {
  const missing = async () => {
    const counts = await Promise.all(
      chats.map(async (chat) => [(await recorded(rig, chat)).length, (await received(rig, chat)).length]),
    )
    return chats.flatMap(({ linked, number, written, sent }, index) => {
      const [into = 0, out = 0] = counts[index] ?? []
      return into >= written.length && out >= sent.length
        ? []
        : [`${linked.id}/${number}: ${into} of ${written.length} in, ${out} of ${sent.length} out`]
    })
  }
  await waitFor(async () => (await missing()).length === 0, PATIENCE_MS).catch(() => undefined)
  expect(await missing()).toEqual([])
  await wa.idle()
  for (const chat of chats) {
    expect([chat.linked.id, await recorded(rig, chat)]).toEqual([chat.linked.id, chat.written])
    expect([chat.linked.id, await received(rig, chat)]).toEqual([chat.linked.id, chat.sent])
  }
  expect(await rig.unfencedWrites()).toEqual([])
  expect(await rig.statuses(began)).toEqual(expect.not.arrayContaining(['qrcode', 'DISCONNECTED']))
  for (const { account } of rig.numbers) expect(account?.ledger.nacks ?? []).toEqual([])
  wa.verify()
}

/** Connections for which a real phone saw a second session while the first was still connected. */
const doubledSessions = (): string[] =>
  rig.numbers.flatMap(({ id, account }) =>
    account && !suspendedAccounts.has(account)
      ? account.ledger.connections.filter(({ wasReplaced }) => wasReplaced).map(() => `connection ${id}`)
      : [],
  )

const findLinked = (provider: 'beta' | 'simulated'): LinkedNumber => {
  const linked = rig.numbers.find(({ account }) => (account !== undefined) === (provider === 'beta'))
  if (!linked) throw new Error(`no ${provider} number`)
  return linked
}

const outsiders = new Map<string, ReturnType<typeof createRpcClients>>()
afterAll(() => outsiders.forEach((clients) => clients.close()))

/** The gateway's gRPC service at this address, called without a service's name: the gateway's own may not call every method. */
const outsider = (rpcAddress: string) => {
  const clients = outsiders.get(rpcAddress) ?? createRpcClients({ 'messaging-gateway': rpcAddress })
  outsiders.set(rpcAddress, clients)
  return clients.messaging
}

/** One call to each process, for a session that any of them holds. */
const askEach = (ask: (rpcAddress: string) => Promise<unknown>): Promise<unknown[]> =>
  Promise.all(
    [...rig.hosts.values()].map(({ rpcAddress }) =>
      ask(rpcAddress).catch((error: unknown) =>
        error instanceof AppError ? error.code : Promise.reject(error),
      ),
    ),
  )

let asked = 0
const checkAt = (linked: LinkedNumber) => (rpcAddress: string) =>
  outsider(rpcAddress).checkNumber(
    {
      companyId: linked.company,
      connectionId: linked.id,
      number: `5511${String(900_000_000 + (asked += 1))}`,
    },
    { deadlineMs: 15_000 },
  )

it('spreads over three processes and back to two, under traffic', async () => {
  await underTraffic(async () => {
    await pause(500)
    await Promise.all([rig.start('b'), rig.start('c')])
    await waitFor(() => rig.isShared(), PATIENCE_MS)
    await pause(500)
    await rig.end('c', 'SIGTERM')
    await waitFor(() => rig.isShared(), PATIENCE_MS)
    await pause(500)
  })
  await expectAllThere()
  expect(doubledSessions()).toEqual([])
  const gaps = await rig.gaps(began)
  say(
    `${gaps.length} hand-overs, from release to connected: ${gaps.map((ms) => Math.round(ms)).join(' ')} ms`,
  )
  expect(gaps.length).toBeGreaterThan(0)
})

describe('a question', () => {
  beforeAll(async () => {
    await rig.start('c')
    await waitFor(() => rig.isShared(), PATIENCE_MS)
  })

  it.each(['beta', 'simulated'] as const)('for a %s phone is answered by each process', async (provider) => {
    const linked = findLinked(provider)
    const answers = await askEach(checkAt(linked))
    expect(answers).toEqual(answers.map(() => expect.objectContaining({ exists: true }) as unknown))
  })

  it('for a picture, and for a group that is not there, too', async () => {
    const linked = findLinked('beta')
    const ref = { companyId: linked.company, connectionId: linked.id }
    expect(await askEach((at) => outsider(at).fetchPicture({ ...ref, number: '5511977770001' }))).toEqual([
      { key: '' },
      { key: '' },
      { key: '' },
    ])
    const groups = await askEach((at) =>
      outsider(at).getGroup({ ...ref, remoteJid: '120363000000000000@g.us' }),
    )
    expect(new Set(groups).size).toBe(1)
  })

  it("for another company's phone has no answer anywhere", async () => {
    const linked = findLinked('beta')
    const foreign = { ...linked, company: linked.company === acme ? beta : acme }
    expect(await askEach(checkAt(foreign))).toEqual(Array(3).fill('ERR_NO_WAPP_FOUND'))
  })

  it('at an older epoch, or in the name of another company, is refused by the process that holds the session', async () => {
    const linked = findLinked('simulated')
    const [lease] = await pg.sql<{ epoch: number }>(
      `SELECT epoch::int FROM ${SCHEMA}.session_lease WHERE name = $1`,
      [`session:${linked.id}`],
    )
    const epoch = lease?.epoch ?? 0
    const foreign = linked.company === acme ? beta : acme
    for (const ref of [
      { companyId: linked.company, epoch: epoch - 1 },
      { companyId: foreign, epoch },
    ]) {
      const answers = await askEach((at) =>
        peers.messaging(at).askSession({
          ...ref,
          connectionId: linked.id,
          question: { $case: 'checkNumber', value: { number: '5511977770001' } },
        }),
      )
      expect(answers).toEqual(Array(3).fill('ERR_LEASE_LOST'))
    }
  })

  it('while the session moves is answered, or refused in so many words', async () => {
    const linked = findLinked('beta')
    const holdings = await rig.holdings()
    const name = ['a', 'b', 'c'].find((each) => holdings[rig.host(each).owner]?.includes(linked.id)) ?? ''
    const answers: unknown[] = []
    const ending = rig.end(name, 'SIGTERM')
    let isOver = false
    const asking = (async () => {
      while (!isOver) answers.push(...(await askEach(checkAt(linked))))
    })()
    await ending
    await waitFor(() => rig.isShared(), PATIENCE_MS)
    isOver = true
    await asking
    answers.push(...(await askEach(checkAt(linked))))
    const refusals = new Set(answers.filter((answer) => typeof answer === 'string'))
    expect([...refusals].filter((code) => code !== 'ERR_WAPP_CHECK_CONTACT')).toEqual([])
    expect(answers.slice(-2)).toEqual(Array(2).fill(expect.objectContaining({ exists: true })))
    await rig.start(name)
    await waitFor(() => rig.isShared(), PATIENCE_MS)
  })
})

it('shows "typing…" and sends at once, whichever process gets the request', async () => {
  const linked = findLinked('beta')
  const number = '5521874000001'
  const contact = wa.contact(number)
  const states = () => linked.account?.ledger.chatStates.length ?? 0
  for (const host of rig.hosts.values()) {
    const before = states()
    // Best effort: while the session of the test before connects again, it is not passed on.
    await waitFor(async () => {
      await host.tell({
        company: linked.company,
        connectionId: linked.id,
        $case: 'typingRequested',
        value: { connectionId: linked.id, remoteJid: `${number}@s.whatsapp.net`, isTyping: true } as never,
      })
      return states() > before
    }, PATIENCE_MS)
  }
  let sent = 0
  for (const host of rig.hosts.values()) {
    sent += 1
    const messageId = `018f0000-0000-7000-9000-00000000000${sent}`
    const value = outboundRequest({ messageId, connectionId: linked.id, number, body: `said ${sent}` })
    await host.tell({
      company: linked.company,
      connectionId: linked.id,
      $case: 'outboundRequested',
      value: value as never,
    })
    await waitFor(() => contact.inbox(linked.account as never).texts().length === sent, PATIENCE_MS)
  }
})

it('obeys a command that came to another process', async () => {
  const linked = findLinked('simulated')
  const readEpoch = async () =>
    (
      await pg.sql<{ command_number: number; command: string }>(
        `SELECT command_number, command FROM ${SCHEMA}.connections WHERE id = $1`,
        [linked.id],
      )
    )[0]
  const userId = linked.company === acme ? 1 : 3
  const token = fakeToken(
    await givenSession(pg, SCHEMA, { userId: userId as never, companyId: linked.company, profile: 'admin' }),
  )
  for (const { url } of rig.hosts.values()) {
    const before = await readEpoch()
    const restarted = await caller(url, token)('POST', `/whatsappsession/${linked.id}`)
    expect(restarted.status).toBe(200)
    await waitFor(async () => {
      const now = await readEpoch()
      return now?.command === '' && now.command_number > (before?.command_number ?? 0)
    }, PATIENCE_MS)
    await waitFor(() => rig.areConnected(), PATIENCE_MS)
  }
})

it('loses nothing when a process is killed', async () => {
  await underTraffic(async () => {
    await pause(500)
    const { owner } = rig.host('b')
    const killedAt = performance.now()
    await rig.end('b', 'SIGKILL')
    await waitFor(async () => (await rig.heldBy(owner)) === 0, PATIENCE_MS)
    await waitFor(() => rig.isShared(), PATIENCE_MS)
    say(`all sessions of a killed process back after ${Math.round(performance.now() - killedAt)} ms, TTL 5 s`)
    await rig.start('b')
    await waitFor(() => rig.isShared(), PATIENCE_MS)
    expect(await rig.heldBy(owner)).toBe(0)
  })
  await expectAllThere()
  expect(doubledSessions()).toEqual([])
})

it('lets a process that slept too long write nothing', async () => {
  await underTraffic(async () => {
    const suspended = rig.host('c')
    const held = (await rig.holdings())[suspended.owner] ?? []
    for (const { id, account } of rig.numbers) if (held.includes(id)) suspendedAccounts.add(account)
    expect(held.length).toBeGreaterThan(0)
    rig.hosts.delete('c')
    suspended.signal('SIGSTOP')
    await pause(SLEEP_MS)
    await waitFor(() => rig.isShared(), PATIENCE_MS)
    suspended.signal('SIGCONT')
    rig.hosts.set('c', suspended)
    await waitFor(() => rig.isShared(), PATIENCE_MS)
  })
  await expectAllThere()
  expect(doubledSessions()).toEqual([])
})
