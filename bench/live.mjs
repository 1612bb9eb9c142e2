// Live messages: from the simulated phone's API to agents' sockets.
import { setTimeout as delay } from 'node:timers/promises'

import { io } from 'socket.io-client'

import { readCpuMs, readMemory, logIn } from './desk.mjs'
import { measureIdleCpu } from './requests.mjs'
import { until } from './until.mjs'

const CUSTOMERS = 40
const AT_ONCE = 500
const WARM_UP = 100
const PACED = 300
/** All messages of `measureInbound`. */
export const INBOUND_MESSAGES = 5 * AT_ONCE + WARM_UP + PACED
const PACE_MS = 50
/** Until presence and feeds of new sockets are settled. */
const SETTLE_MS = 20_000

export const percentile = (times, share) => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]

/** A socket that has joined its rooms. */
export function openSocket(url, token, hear) {
  const socket = io(url, {
    query: { token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  })
  return new Promise((resolve, reject) => {
    socket.once('connect_error', reject)
    socket.once('ready', () => {
      socket.onAny(hear)
      resolve(socket)
    })
    socket.once('disconnect', (reason) => {
      if (reason !== 'io client disconnect') throw new Error(`a socket was lost: ${reason}`)
    })
  })
}

/** Sockets of one company: counts every packet, and resolves when all have received a message. */
export class Audience {
  sockets = []
  packets = 0
  heard = new Map()
  waiting = new Map()

  /** To `size` sockets, at the addresses in turn. */
  async grow({ url, socketUrls = [url] }, token, size) {
    while (this.sockets.length < size) {
      const joining = Array.from({ length: Math.min(50, size - this.sockets.length) }, (_, index) =>
        this.join(socketUrls[(this.sockets.length + index) % socketUrls.length], token),
      )
      this.sockets.push(...(await Promise.all(joining)))
    }
  }

  join(url, token) {
    return openSocket(url, token, (channel, payload) => this.hear(channel, payload))
  }

  hear(channel, { action, message }) {
    this.packets += 1
    if (!channel.endsWith('-appMessage') || action !== 'create') return
    const times = (this.heard.get(message.body) ?? 0) + 1
    this.heard.set(message.body, times)
    if (times === this.sockets.length) this.waiting.get(message.body)?.(performance.now())
  }

  everyoneHears(body) {
    return new Promise((resolve) => this.waiting.set(body, resolve))
  }

  leave() {
    for (const socket of this.sockets) socket.disconnect()
  }
}

let sent = 0

const customerOf = (n) => ({
  number: `55218${String(70000000 + (n % CUSTOMERS))}`,
  name: `Cliente ${n % CUSTOMERS}`,
})

/**
 * Milliseconds until every socket has heard each message. Unique texts identify them; a customer stays on one connection.
 * @param customer who writes the nth message: `{ number, name }`
 */
export async function say({ admin, audience, connections = [1] }, count, customer = customerOf) {
  const messages = Array.from({ length: count }, () => {
    sent += 1
    const connection = connections[(sent % CUSTOMERS) % connections.length]
    return { connection, ...customer(sent), body: `mensagem de teste número ${sent} ${process.pid}` }
  })
  const from = performance.now()
  const heard = messages.map(({ body }) => audience.everyoneHears(body))
  await admin.call('/simulator/inbound', { messages })
  return (await Promise.all(heard)).map((at) => at - from)
}

/** The same, one message after the other at 20 a second. */
export async function paced(talk, count) {
  const pending = []
  for (let n = 0; n < count; n += 1) {
    pending.push(say(talk, 1))
    await new Promise((resolve) => setTimeout(resolve, PACE_MS))
  }
  return (await Promise.all(pending)).flat()
}

/** A connected number of the simulated phone; resolves with its id. */
export async function connectNumber(admin, name) {
  const { id } = await admin.call('/whatsapp', { name, provider: 'simulated' })
  await until(async () => (await admin.call(`/whatsapp/${id}`)).qrcode)
  await admin.call(`/simulator/connections/${id}/scan`, {})
  await until(async () => (await admin.call(`/whatsapp/${id}`)).status === 'CONNECTED')
  return id
}

const total = ({ node, postgres }) => node + postgres

/** What the work cost beside an idle desk, in CPU milliseconds, and what it resolved with. */
export async function measureCost(desk, idle, work) {
  const from = performance.now()
  const before = readCpuMs(desk)
  const result = await work()
  const after = readCpuMs(desk)
  const share = (performance.now() - from) / 1000
  return {
    result,
    seconds: share,
    node: after.node - before.node - idle.node * share,
    postgres: after.postgres - before.postgres - idle.postgres * share,
  }
}

async function startTalk(desk, listeners) {
  const admin = await logIn(desk, 'admin@demo.local')
  const audience = new Audience()
  await audience.grow(desk, admin.token, listeners)
  return { admin, audience, connections: desk.connections }
}

/** Latency and CPU of inbound messages, one after the other and in heaps, with one agent's socket at each address listening. */
export async function measureInbound(desk, report) {
  const talk = await startTalk(desk, desk.socketUrls?.length ?? 1)
  for (let n = 0; n < 4; n += 1) await say(talk, AT_ONCE)
  await paced(talk, WARM_UP)
  const idle = await measureIdleCpu(desk)
  const one = await measureCost(desk, idle, () => paced(talk, PACED))
  await report({
    group: 'inbound',
    name: `${1000 / PACE_MS} a second`,
    node: one.node / PACED,
    postgres: one.postgres / PACED,
    p50: percentile(one.result, 0.5),
    p95: percentile(one.result, 0.95),
  })
  const many = await measureCost(desk, idle, () => say(talk, AT_ONCE))
  await report({
    group: 'inbound',
    name: `${AT_ONCE} at once: ${Math.round(AT_ONCE / many.seconds)} a second`,
    node: many.node / AT_ONCE,
    postgres: many.postgres / AT_ONCE,
  })
  talk.audience.leave()
}

/** KiB of resident memory that a socket takes in the processes, once what opening it took has been collected. */
export async function measureSocketSize(desk, pids, sockets) {
  const { token } = await logIn(desk, 'admin@demo.local')
  const read = () => pids.reduce((sum, pid) => sum + readMemory({ pid, postmaster: desk.postmaster }).node, 0)
  const audience = new Audience()
  // What a process takes once for its first sockets is not counted.
  await audience.grow(desk, token, sockets / 10)
  await delay(SETTLE_MS)
  const before = read()
  await audience.grow(desk, token, sockets + sockets / 10)
  await delay(SETTLE_MS)
  const after = read()
  audience.leave()
  return ((after - before) * 1024) / sockets
}

/**
 * The cost of one more listener: CPU of the same messages with 1 and with 501 sockets, so that neither the messages
 * themselves nor this machine's clients count. Deliveries a second are those of one core.
 */
export async function measureFanOut(desk, report, listeners = 500) {
  const talk = await startTalk(desk, 1)
  const { admin, audience } = talk
  const ROUNDS = 20
  const rounds = async () => {
    const before = audience.packets
    for (let n = 0; n < ROUNDS; n += 1) await say(talk, 10)
    return audience.packets - before
  }
  await rounds()
  const idle = await measureIdleCpu(desk)
  const alone = await measureCost(desk, idle, rounds)
  await audience.grow(desk, admin.token, 1 + listeners)
  await rounds()
  const idleCrowd = await measureIdleCpu(desk)
  const crowd = await measureCost(desk, idleCrowd, rounds)
  const deliveries = crowd.result - alone.result
  await report({
    group: 'fan-out',
    name: `${listeners} sockets`,
    perDeliveryUs: ((total(crowd) - total(alone)) * 1000) / deliveries,
    deliveriesPerSecond: deliveries / ((total(crowd) - total(alone)) / 1000),
    wallPerSecond: crowd.result / crowd.seconds,
  })
  audience.leave()
}
