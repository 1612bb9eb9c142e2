// A company with agents, a simulated phone and load, through the front proxy only.
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'

import { at } from './project.mjs'

const require = createRequire(at('services/shared/testkit/package.json'))
/* A starved node may need this long to replace a pod; the step says what the longest wait was. */
const PATIENCE_MS = 120_000
/* As the web client waits at most after the first refused handshake. */
const RETRY_AFTER_REFUSAL_MS = 3_000

/** Polls until the condition holds. @throws {Error} naming what did not happen. */
export async function eventually(what, ask, withinMs = 180_000) {
  const giveUpAt = Date.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (Date.now() > giveUpAt) throw new Error(`waited ${withinMs / 1_000} s for ${what}`)
    await pause(200)
  }
}

/**
 * Retries network errors and 5xx for two minutes, as an agent does by the button at a message, because reads, messages with a client
 * id and messages of the network are idempotent; renews an expired token as the web client does. Other failures are counted.
 */
export class Caller {
  retried = 0
  failed = []
  cookie = ''
  /** The longest time in which one call got no answer that it could use. */
  longestWaitMs = 0

  constructor(url, simulatorToken) {
    this.url = url
    this.simulatorToken = simulatorToken
  }

  async call(method, path, body) {
    const startedAt = Date.now()
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.onceRenewed(method, path, body)
      const waitedMs = Date.now() - startedAt
      if (attempt > 1) this.longestWaitMs = Math.max(this.longestWaitMs, waitedMs)
      const isPassing = answer.status >= 500 || answer.status === 0
      if (!isPassing || waitedMs > PATIENCE_MS) return this.judge(answer, method, path)
      this.retried += 1
      await pause(Math.min(100 * attempt, 2_000))
    }
  }

  async onceRenewed(method, path, body) {
    const usedToken = this.token
    const answer = await this.once(method, path, body)
    if (answer.status !== 403 || answer.body?.error !== 'ERR_SESSION_EXPIRED') return answer
    if (this.token === usedToken) await this.renew()
    return this.once(method, path, body)
  }

  /** A new access token for the refresh cookie; concurrent callers share one request. A failed one leaves the token as it is. */
  renew() {
    this.renewing ??= this.once('POST', '/auth/refresh_token')
      .then(({ status, body }) => {
        if (status === 200) this.token = body.token
      })
      .finally(() => (this.renewing = undefined))
    return this.renewing
  }

  async once(method, path, body) {
    try {
      const response = await fetch(`${this.url}${path}`, {
        method,
        signal: AbortSignal.timeout(30_000),
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(path.startsWith('/auth') ? { cookie: this.cookie } : {}),
          ...(path.startsWith('/simulator') ? { 'x-simulator-token': this.simulatorToken } : {}),
          ...(this.token && !path.startsWith('/simulator') ? { authorization: `Bearer ${this.token}` } : {}),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      const [refreshCookie] = response.headers.getSetCookie().filter((cookie) => cookie.startsWith('jrt='))
      if (refreshCookie) this.cookie = refreshCookie.split(';')[0]
      return { status: response.status, body: text ? JSON.parse(text) : undefined }
    } catch (error) {
      return { status: 0, body: error.cause?.code ?? error.name }
    }
  }

  judge({ status, body }, method, path) {
    if (status >= 200 && status < 300) return body
    const [pattern] = path.split('?')
    const line = `${method} ${pattern}: ${status} ${JSON.stringify(body)}`
    this.failed.push(line)
    throw new Error(line)
  }

  async login(email, password) {
    this.token = undefined
    const { token, user } = await this.call('POST', '/auth/login', { email, password })
    this.token = token
    return user
  }
}

/** Signs a company up, makes a queue and a connection, and scans its QR code. */
export async function openDesk(caller) {
  const [plan] = await caller.call('GET', '/plans/list')
  const login = { email: `admin-${randomUUID().slice(0, 8)}@kube.test`, password: randomUUID() }
  await caller.call('POST', '/companies', { name: 'Kube', phone: '11987654321', planId: plan.id, ...login })
  const user = await eventually('the new company’s login', () =>
    caller.login(login.email, login.password).catch(() => undefined),
  )
  caller.failed.length = 0
  const queue = await eventually('a queue', () =>
    caller.call('POST', '/queue', { name: 'Vendas', color: '#1565c0', orderQueue: 1 }).catch(() => undefined),
  )
  const made = await caller.call('POST', '/whatsapp', {
    name: 'Loja',
    isDefault: true,
    provider: 'simulated',
    queueIds: [queue.id],
  })
  const connection = () => caller.call('GET', `/whatsapp/${made.id}`)
  await eventually('the QR code', async () => (await connection()).qrcode)
  await caller.call('POST', `/simulator/connections/${made.id}/scan`, {})
  await eventually('the connection', async () => (await connection()).status === 'CONNECTED')
  caller.failed.length = 0
  return { ...login, userId: user.id, companyId: user.companyId, queueId: queue.id, connectionId: made.id }
}

/** Chats, each with an accepted ticket. */
export async function openChats(caller, desk, count) {
  const chats = []
  for (let index = 0; index < count; index += 1) {
    const number = `55119333${String(index).padStart(5, '0')}`
    const body = `${number} first`
    await caller.call('POST', '/simulator/inbound', {
      messages: [{ connection: desk.connectionId, number, id: `first-${number}`, body }],
    })
    const ticket = await eventually(`the ticket of chat ${index}`, async () => {
      const { tickets } = await caller.call('GET', `/tickets?showAll=true&searchParam=${number}`)
      return tickets[0]
    })
    await caller.call('PUT', `/tickets/${ticket.id}`, {
      status: 'open',
      userId: desk.userId,
      queueId: desk.queueId,
    })
    chats.push({ number, ticketId: ticket.id, received: [body], sent: [] })
  }
  return chats
}

/** Sockets as the browser opens them: they reconnect, after a refused handshake with a renewed token. */
export class Listeners {
  heard = new Set()
  reconnects = 0
  refused = 0
  isClosed = false

  constructor(caller, desk, count) {
    const { io } = require('socket.io-client')
    this.sockets = Array.from({ length: count }, () => {
      const socket = io(caller.url, {
        auth: (give) => give({ token: caller.token }),
        transports: ['websocket'],
        forceNew: true,
        reconnectionDelay: 200,
        reconnectionDelayMax: 2_000,
      })
      socket.on(
        `company-${desk.companyId}-appMessage`,
        ({ message }) => message && this.heard.add(message.body),
      )
      socket.io.on('reconnect', () => (this.reconnects += 1))
      const comeBack = async () => {
        await caller.renew()
        if (!this.isClosed) socket.connect()
      }
      socket.on('connect_error', () => {
        this.refused += 1
        // socket.io tries again by itself when the network failed, not when the server refused.
        if (!socket.active) setTimeout(() => void comeBack(), RETRY_AFTER_REFUSAL_MS)
      })
      socket.on('disconnect', (reason) => {
        if (reason === 'io server disconnect') void comeBack()
      })
      return socket
    })
  }

  ready = () =>
    eventually('all sockets', () => this.sockets.every(({ connected }) => connected)).catch((cause) => {
      const away = this.sockets.filter(({ connected }) => !connected).length
      throw new Error(`${away} sockets away, ${this.refused} handshakes refused: ${cause.message}`, { cause })
    })

  close() {
    this.isClosed = true
    for (const socket of this.sockets) socket.close()
  }
}

/* Unique over all loads: a repeated id would be a known message. */
let lastInbound = 0

/** Messages in both directions until `stop`, and a check that the connection never asks for a QR code. */
export class Load {
  isOver = false
  qrCodes = 0

  constructor(caller, desk, chats) {
    this.caller = caller
    this.desk = desk
    this.chats = chats
    this.running = Promise.all([this.inbound(), this.outbound(0), this.outbound(1), this.watch()])
    // Awaited in stop; until then a failure must not end the process.
    this.running.catch(() => (this.isOver = true))
  }

  async inbound() {
    while (!this.isOver) {
      const messages = this.chats.map(({ number }) => {
        lastInbound += 1
        return {
          connection: this.desk.connectionId,
          number,
          id: `in-${lastInbound}`,
          body: `${number} in ${lastInbound}`,
        }
      })
      await this.caller.call('POST', '/simulator/inbound', { messages })
      messages.forEach(({ body }, index) => this.chats[index].received.push(body))
      await pause(400)
    }
  }

  async outbound(lane) {
    for (let index = lane; !this.isOver; index += 2) {
      const chat = this.chats[index % this.chats.length]
      const message = { clientId: randomUUID(), body: `out ${lane}-${index}` }
      await this.caller.call('POST', `/messages/${chat.ticketId}`, message)
      chat.sent.push(message)
      await pause(150)
    }
  }

  async watch() {
    while (!this.isOver) {
      const { status } = await this.caller.call('GET', `/whatsapp/${this.desk.connectionId}`)
      if (status === 'qrcode') this.qrCodes += 1
      await pause(500)
    }
  }

  async stop() {
    this.isOver = true
    await this.running
  }
}

async function networkSaw(caller, { connectionId }) {
  const seen = []
  let after = 0
  for (;;) {
    const { items } = await caller.call(
      'GET',
      `/simulator/outbound?connection=${connectionId}&after=${after}`,
    )
    if (items.length === 0) return seen
    seen.push(...items)
    after = items.at(-1).cursor
  }
}

async function fetchMessages(caller, ticketId) {
  const pages = []
  let before
  for (;;) {
    const page = await caller.call(
      'GET',
      `/messages/${ticketId}?markAsRead=false${before === undefined ? '' : `&before=${before}`}`,
    )
    pages.unshift(page.messages)
    if (!page.hasMore) return pages.flat()
    before = page.messages[0].seq
  }
}

const same = (left, right) => JSON.stringify(left) === JSON.stringify(right)
const sorted = (list) => [...list].sort()

async function readBothSides(caller, { number, ticketId, received, sent }, network) {
  const faults = []
  const shown = await eventually('every message to be shown', async () => {
    const messages = await fetchMessages(caller, ticketId)
    return messages.length >= received.length + sent.length ? messages : undefined
  }).catch(() => fetchMessages(caller, ticketId))
  const inbound = shown.filter(({ fromMe }) => !fromMe).map(({ body }) => body)
  if (!same(inbound, received))
    faults.push(`${number}: ${inbound.length} of ${received.length} received, or out of order`)
  const reached = network.filter((item) => item.number === number)
  if (!same(sorted(reached.map(({ body }) => body)), sorted(sent.map(({ body }) => body))))
    faults.push(`${number}: ${reached.length} of ${sent.length} sent`)
  if (new Set(reached.map(({ id }) => id)).size !== sent.length)
    faults.push(`${number}: something was sent twice`)
  return faults
}

/** Waits until everything has arrived, then compares: lost, duplicated, out of order. Empty when all is well. */
export async function account(caller, desk, chats) {
  const wanted = chats.reduce((sum, { sent }) => sum + sent.length, 0)
  const faults = []
  const network = await eventually(
    'the network to have every answer',
    async () => {
      const seen = await networkSaw(caller, desk)
      return seen.length >= wanted && seen
    },
    600_000,
  ).catch((error) => {
    faults.push(error.message)
    return networkSaw(caller, desk)
  })
  const ofChats = await Promise.all(chats.map((chat) => readBothSides(caller, chat, network)))
  faults.push(...ofChats.flat())
  return { faults, inbound: chats.reduce((sum, { received }) => sum + received.length, 0), outbound: wanted }
}
