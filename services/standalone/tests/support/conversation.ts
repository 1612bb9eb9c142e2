import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import type { MessagesPage, TicketView } from '@balcao/contracts'
import { waitFor, waitWhileShrinking, type SimulatedPhone, type TestAgent } from '@balcao/testkit'

import { readMessages } from './read-messages'

const PAUSE_MS = 500

/** A customer and an agent who write all the time, each again after a refusal. */
export interface Conversation {
  /** Statuses that either got besides success. */
  refusals: number[]
  /** Resolves when both have written so many more. */
  goOn(count: number): Promise<void>
  /** Both write no more. */
  stop(): Promise<void>
  /** Waits until everything has arrived, and checks that it did so once, in order. */
  assertComplete(): Promise<void>
}

export interface ConversationOptions {
  agent: Pick<TestAgent, 'call' | 'userId'>
  /** The customer's. */
  phone: SimulatedPhone
}

/** Begins with the first message, and an agent who takes the ticket. */
export async function startConversation(options: ConversationOptions): Promise<Conversation> {
  const { agent, phone } = options
  await phone.says('0')
  const ticket = await waitFor(async () => {
    const { body } = await agent.call<{ tickets: TicketView[] }>(
      'GET',
      '/tickets?status=pending&showAll=true',
    )
    return body.tickets.find(({ contact }) => contact.number === phone.number)
  })
  await agent.call('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: agent.userId })
  return new RunningConversation(options, ticket.id)
}

class RunningConversation implements Conversation {
  readonly refusals: number[] = []
  private said = 0
  private answered = 0
  private isOver = false
  private readonly running: Promise<unknown>

  constructor(
    private readonly ends: ConversationOptions,
    private readonly ticketId: number,
  ) {
    this.running = Promise.all([this.say(), this.answer()])
    // Awaited by `stop`.
    this.running.catch(() => undefined)
  }

  async goOn(count: number): Promise<void> {
    const [said, answered] = [this.said + count, this.answered + count]
    await Promise.race([this.running, waitFor(() => this.said >= said && this.answered >= answered)])
  }

  async stop(): Promise<void> {
    this.isOver = true
    await this.running
  }

  async assertComplete(): Promise<void> {
    const said = Array.from({ length: this.said + 1 }, (_, index) => String(index))
    const answered = Array.from({ length: this.answered }, (_, index) => `r${index + 1}`)
    const { agent, phone } = this.ends
    const path = `/messages/${this.ticketId}?markAsRead=false`
    await waitWhileShrinking('messages', async () => ({
      missing: Math.max(
        0,
        said.length + answered.length - (await agent.call<MessagesPage>('GET', path)).body.count,
      ),
    }))
    const messages = await readMessages(
      this.ticketId,
      async (path) => (await agent.call<MessagesPage>('GET', path)).body,
    )
    const bodies = (fromMe: boolean) =>
      messages.filter((message) => message.fromMe === fromMe).map(({ body }) => body)
    expect(bodies(false)).toEqual(said)
    expect(bodies(true)).toEqual(answered)
    await waitWhileShrinking('answers', async () => ({
      missing: Math.max(0, answered.length - (await phone.got()).length),
    }))
    const got = await phone.got()
    expect(got.map(({ body, sightings }) => [body, sightings])).toEqual(answered.map((body) => [body, 1]))
  }

  private async say(): Promise<void> {
    for (; !this.isOver; await delay(PAUSE_MS)) {
      const body = String(this.said + 1)
      // The network takes a message of one id once.
      const id = `said-${this.ends.phone.number}-${body}`
      await waitFor(async () => {
        await this.ends.phone.says({ id, body }).catch((error: unknown) => {
          this.refusals.push(Number(/inbound: (\d+)/.exec(String(error))?.[1]))
          throw error
        })
        return true
      })
      this.said += 1
    }
  }

  private async answer(): Promise<void> {
    for (; !this.isOver; await delay(PAUSE_MS)) {
      const answer = { clientId: randomUUID(), body: `r${this.answered + 1}` }
      await waitFor(async () => {
        const { status } = await this.ends.agent.call('POST', `/messages/${this.ticketId}`, answer)
        if (status !== 200) this.refusals.push(status)
        return status === 200
      })
      this.answered += 1
    }
  }
}
