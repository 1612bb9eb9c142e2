// How long clients are without a process that was killed: sockets until they have joined again, requests until one is answered.
import { setTimeout as delay } from 'node:timers/promises'

import { io } from 'socket.io-client'

import { logIn } from './desk.mjs'
import { until } from './until.mjs'

const SOCKETS = 200
const CALLERS = 20
const CALL_EVERY_MS = 100
const LOOK_FOR_MS = 8_000

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

/* Milliseconds from the kill until each caller's first answer after its last failure; 0 for who met none. */
async function killUnderCalls(agent, pid) {
  const answers = Array.from({ length: CALLERS }, () => 0)
  let isOver = false
  let from = Infinity
  const calling = answers.map(async (_back, index) => {
    let isFailing = false
    while (!isOver) {
      const isAnswered = await agent.call('/tickets?pageNumber=1').then(
        () => true,
        () => false,
      )
      if (isAnswered && isFailing) answers[index] = performance.now() - from
      isFailing = !isAnswered
      await delay(CALL_EVERY_MS)
    }
    return !isFailing
  })
  await delay(LOOK_FOR_MS / 4)
  from = performance.now()
  process.kill(pid, 'SIGKILL')
  await delay(LOOK_FOR_MS)
  isOver = true
  if ((await Promise.all(calling)).includes(false)) throw new Error('a caller got no answer any more')
  return answers
}

/** Kills two of three realtime processes, then two of three of tickets, one at a time. They stay away. */
export async function measureClients(desk, report) {
  const agent = await logIn(desk, 'admin@demo.local')
  const clients = await Promise.all(Array.from({ length: SOCKETS }, () => openSocket(desk.url, agent.token)))
  const back = []
  for (const pid of desk.realtimePids.slice(0, 2)) back.push(...(await killUnderSockets(clients, pid)))
  for (const { socket } of clients) socket.disconnect()
  report({
    name: `sockets back, two of three realtime processes killed, ${SOCKETS} sockets`,
    goal: 'p100 ≤ 5 s',
    times: back,
  })
  const answered = []
  for (const pid of desk.ticketsPids.slice(0, 2)) answered.push(...(await killUnderCalls(agent, pid)))
  report({
    name: `requests answered, two of three tickets processes killed, ${CALLERS} callers`,
    goal: 'p100 ≤ 5 s',
    times: answered,
  })
}
