// How long sockets are away when their process is killed: until they have joined again elsewhere.
import { io } from 'socket.io-client'

import { logIn } from './desk.mjs'
import { until } from './until.mjs'

const SOCKETS = 200

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

/** Kills two of three realtime processes, one at a time. They stay away. */
export async function measureClients(desk, report) {
  const { token } = await logIn(desk, 'admin@demo.local')
  const clients = await Promise.all(Array.from({ length: SOCKETS }, () => openSocket(desk.url, token)))
  const times = []
  for (const pid of desk.realtimePids.slice(0, 2)) times.push(...(await killUnderSockets(clients, pid)))
  for (const { socket } of clients) socket.disconnect()
  report({ name: `${SOCKETS} sockets, two of three realtime processes killed`, goal: 'p100 ≤ 5 s', times })
}
