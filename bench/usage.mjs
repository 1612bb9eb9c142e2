// A desk in use while something is done to it: what failed, how long requests took, and what became of each message.
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import { say as print } from '../scripts/support/project.mjs'
import { logIn } from './desk.mjs'
import { quantile } from './results.mjs'

/** Each of the six asks again after a pause, whatever the others take. */
export const PAUSE_MS = 100
const ARRIVED_WITHIN_MS = 60_000
/** How an agent's texts begin. */
const SENT = 'enviada'

/** Uses a desk as agents and customers do, until `stop`. `lines` has a row for each phase. */
export class Usage {
  lines = []
  times = []
  failures = []
  sent = new Set()
  isOver = false

  /** Begins, or begins again with another desk on the same data. */
  async begin(desk) {
    this.isOver = false
    this.admin = await logIn(desk, 'admin@demo.local')
    const { tickets } = await this.admin.call('/tickets?status=open&showAll=true')
    this.tickets = tickets.map(({ id }) => id)
    const kinds = [
      () => this.admin.call('/tickets?status=open&showAll=true'),
      () => this.admin.call('/tickets?showAll=true&searchParam=Maria'),
      () => this.admin.call('/contacts?searchParam=Maria'),
      () => this.admin.call(`/messages/${this.anyTicket()}?markAsRead=false`),
      () => this.send(),
      () => this.receive(),
    ]
    this.running = kinds.map((work) => this.repeat(work))
  }

  anyTicket() {
    return this.tickets[Math.floor(Math.random() * this.tickets.length)]
  }

  async send() {
    const body = `${SENT} ${randomUUID()}`
    await this.admin.call(`/messages/${this.anyTicket()}`, { body, clientId: randomUUID() })
    this.sent.add(body)
  }

  async receive() {
    const body = `recebida ${randomUUID()}`
    const number = `55218${70000000 + Math.floor(Math.random() * 1000)}`
    await this.admin.call('/simulator/inbound', {
      messages: [{ connection: 1, number, name: 'Cliente', body }],
    })
    this.sent.add(body)
  }

  async repeat(work) {
    while (!this.isOver) {
      const from = performance.now()
      try {
        await work()
      } catch (error) {
        this.failures.push(error.message)
      }
      this.times.push(performance.now() - from)
      await delay(PAUSE_MS)
    }
  }

  /** Says what was asked for since the last time. */
  note(phase, seconds) {
    const ms = (share) => `${quantile(this.times, share).toFixed(0)} ms`
    const cells = [phase, `${seconds.toFixed(1)} s`, this.times.length, this.failures.length]
    this.lines.push(`| ${[...cells, ms(0.5), ms(0.99), ms(1)].join(' | ')} |`)
    print(this.lines.at(-1))
    for (const failure of this.failures.slice(0, 5)) print(failure)
    this.times = []
    this.failures = []
  }

  async during(phase, work) {
    const from = performance.now()
    const result = await work()
    this.note(phase, (performance.now() - from) / 1000)
    return result
  }

  async stop() {
    this.isOver = true
    await Promise.all(this.running)
  }

  get table() {
    return `| phase | took | requests | failed | p50 | p99 | slowest |\n|---|---|---|---|---|---|---|\n${this.lines.join('\n')}`
  }

  /**
   * Waits until what is on its way has arrived. Sets the exit code where a message is lost, there twice or sent twice.
   * @param db as the owner
   * @returns a sentence
   */
  async settle(db) {
    const accepted = [...this.sent]
    const agents = accepted.filter((body) => body.startsWith(SENT)).length
    const read = async () => {
      const { rows } = await db.query(
        `SELECT * FROM (SELECT count(*)::int AS rows, count(DISTINCT d.body ->> 'body')::int AS texts
             FROM tickets.messages m JOIN tickets.message_documents d USING (company_id, id)
             WHERE m.created_at > now() - interval '1 hour' AND d.body ->> 'body' = ANY ($1)) desk,
           (SELECT count(*)::int AS "phoneRows", count(DISTINCT body)::int AS "phoneTexts"
             FROM simulator.messages WHERE direction = 'out' AND body = ANY ($1)) phone`,
        [accepted],
      )
      return rows[0]
    }
    const until = performance.now() + ARRIVED_WITHIN_MS
    let found = await read()
    while ((found.texts < accepted.length || found.phoneTexts < agents) && performance.now() < until) {
      await delay(500)
      found = await read()
    }
    const lost = accepted.length - found.texts + (agents - found.phoneTexts)
    const twice = found.rows - found.texts + (found.phoneRows - found.phoneTexts)
    if (lost + twice > 0) process.exitCode = 1
    const outcome = `${accepted.length} messages were accepted, ${agents} of them for the phone: ${lost} lost, ${twice} twice.`
    print(outcome)
    return outcome
  }
}
