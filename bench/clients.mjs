// How long clients are without an answer when a process is killed: sockets of realtime until they have joined again elsewhere, requests
// of tickets until every one is answered again, and messages of customers until they are on a screen.
import { setTimeout as delay } from 'node:timers/promises'

import { io } from 'socket.io-client'

import { logIn } from './desk.mjs'
import { Audience, connectNumber, paced } from './live.mjs'
import { until } from './until.mjs'

const SOCKETS = 200
const CALLERS = 20
const CALL_EVERY_MS = 200
/** Messages before the kill, and from it on: 20 a second for longer than Kafka waits for a member. */
const MESSAGES = { before: 40, after: 500 }

/* As the web client opens its own (web/src/data/live/socket.ts). */
const WEB_OPTIONS = {
  transports: ['websocket', 'polling'],
  reconnectionDelay: 500,
  reconnectionDelayMax: 10_000,
  randomizationFactor: 0.5,
  forceNew: true,
}

function openSocket(url, token) {
  const client = {
    lostAt: undefined,
    backAt: undefined,
    socket: io(url, { ...WEB_OPTIONS, query: { token } }),
  }
  client.socket.on('disconnect', () => (client.lostAt = performance.now()))
  const isReady = new Promise((resolve) => client.socket.once('ready', resolve))
  client.socket.on('ready', () => (client.backAt = performance.now()))
  return isReady.then(() => client)
}

/* Milliseconds from the kill until each socket that it took is ready elsewhere. */
async function killUnderSockets(clients, pid) {
  for (const client of clients) client.lostAt = undefined
  const from = performance.now()
  process.kill(pid, 'SIGKILL')
  await until(() => clients.some(({ lostAt }) => lostAt !== undefined))
  await until(() => clients.every(({ lostAt, backAt }) => lostAt === undefined || backAt > lostAt))
  return clients.filter(({ lostAt }) => lostAt !== undefined).map(({ backAt }) => backAt - from)
}

async function askAgainAndAgain(admin, calls, isOver) {
  while (!isOver()) {
    const beganAt = performance.now()
    const isAnswered = await admin.call('/tickets?status=open&pageNumber=1').then(
      () => true,
      () => false,
    )
    calls.push({ beganAt, endedAt: performance.now(), isAnswered })
    await delay(CALL_EVERY_MS)
  }
}

/** Kills one of two tickets processes under requests and messages. It stays away. */
async function killUnderRequests(desk, report) {
  const admin = await logIn(desk, 'admin@demo.local')
  const audience = new Audience()
  await audience.grow(desk, admin.token, 1)
  const talk = { admin, audience, connections: [await connectNumber(admin, 'Número')] }
  await paced(talk, MESSAGES.before)
  const calls = []
  let isOver = false
  const asking = Promise.all(
    Array.from({ length: CALLERS }, () => askAgainAndAgain(admin, calls, () => isOver)),
  )
  const messagesBefore = await paced(talk, MESSAGES.before)
  const killedAt = performance.now()
  process.kill(desk.ticketsPids[0], 'SIGKILL')
  const messages = await paced(talk, MESSAGES.after)
  isOver = true
  await asking
  audience.leave()
  const after = calls.filter(({ endedAt }) => endedAt > killedAt)
  const failed = after.filter(({ isAnswered }) => !isAnswered)
  report({
    name: `${after.length} lists of tickets, one of two tickets processes killed: not answered ${failed.length}, the last ${Math.max(0, ...failed.map(({ endedAt }) => endedAt - killedAt)).toFixed(0)} ms after it; time of an answer`,
    goal: 'p100 ≤ 5 s',
    times: after.filter(({ isAnswered }) => isAnswered).map(({ beganAt, endedAt }) => endedAt - beganAt),
  })
  report({ name: 'messages of a customer to a screen before', goal: '', times: messagesBefore })
  report({ name: 'the same in the 25 s after that kill', goal: '', times: messages })
}

/** Kills two of three realtime processes, one at a time, and one of two of tickets. They stay away. */
export async function measureClients(desk, report) {
  await killUnderRequests(desk, report)
  const { token } = await logIn(desk, 'admin@demo.local')
  const clients = await Promise.all(Array.from({ length: SOCKETS }, () => openSocket(desk.url, token)))
  const times = []
  for (const pid of desk.realtimePids.slice(0, 2)) times.push(...(await killUnderSockets(clients, pid)))
  for (const { socket } of clients) socket.disconnect()
  report({ name: `${SOCKETS} sockets, two of three realtime processes killed`, goal: 'p100 ≤ 5 s', times })
}
