// New customers write to a number with two queues: until an agent's socket hears that the network has taken the bot's menu.
import { setTimeout as delay } from 'node:timers/promises'

import { logIn } from './desk.mjs'
import { measureCost, openSocket, percentile } from './live.mjs'
import { measureIdleCpu } from './requests.mjs'

const CONNECTION = 1
/* Slower than `live.mjs`: an answer is a contact, a ticket, two messages and two receipts. */
const PACE_MS = 200
/* Queues of the data set without hours. */
const MENU = { queueIds: [9011, 9012], greetingMessage: 'Escolha uma fila:' }
const SENT = 1

/* Follows each customer's answer: first by the customer's number, then by the message's id. */
class Answers {
  waiting = new Map()

  hear = (channel, { action, message, contact }) => {
    if (!channel.endsWith('-appMessage')) return
    if (action === 'create' && message.fromMe) this.move(contact.number, message.id)
    if (message.fromMe && message.ack >= SENT) this.waiting.get(message.id)?.(performance.now())
  }

  move(from, to) {
    this.waiting.set(to, this.waiting.get(from))
    this.waiting.delete(from)
  }

  arrive = (number) => new Promise((resolve) => this.waiting.set(number, resolve))
}

async function greet(admin, answers, number) {
  const from = performance.now()
  const answered = answers.arrive(number)
  const message = { connection: CONNECTION, number, name: `Novo ${number}`, body: 'oi' }
  await admin.call('/simulator/inbound', { messages: [message] })
  return (await answered) - from
}

async function greetPaced(admin, answers, count) {
  const first = 55_219_00000000 + (Date.now() % 100_000_000)
  const pending = []
  for (let n = 0; n < count; n += 1) {
    pending.push(greet(admin, answers, String(first + n)))
    await delay(PACE_MS)
  }
  return Promise.all(pending)
}

/** Latency and CPU of a bot's answer to a new customer: contact, ticket, the menu and its way to the phone. */
export async function measureBot(desk, report, count = 200) {
  const admin = await logIn(desk, 'admin@demo.local')
  const connections = await admin.call('/whatsapp')
  const { queueIds, greetingMessage } = connections.find(({ id }) => id === CONNECTION)
  const answers = new Answers()
  const socket = await openSocket(desk.url, admin.token, answers.hear)
  await admin.call(`/whatsapp/${CONNECTION}`, MENU, 'PUT')
  try {
    await greetPaced(admin, answers, count / 2)
    const idle = await measureIdleCpu(desk)
    const { result, node, postgres } = await measureCost(desk, idle, () => greetPaced(admin, answers, count))
    await report({
      group: 'bot',
      name: `menu to a new customer, ${1000 / PACE_MS} a second`,
      node: node / count,
      postgres: postgres / count,
      p50: percentile(result, 0.5),
      p95: percentile(result, 0.95),
    })
  } finally {
    await admin.call(`/whatsapp/${CONNECTION}`, { queueIds, greetingMessage }, 'PUT')
    socket.disconnect()
  }
}
