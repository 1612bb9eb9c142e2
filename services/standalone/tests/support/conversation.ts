import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import type { MessagesPage, TicketView } from '@balcao/contracts'
import { waitFor, type SimulatedPhone, type TestAgent, type TestCompany } from '@balcao/testkit'

const PAUSE_MS = 100

/** A customer and an agent who write all the time, each again after a refusal. */
export interface Conversation {
  /** Statuses that either got besides success. */
  refusals: number[]
  /** Resolves when both have written so many more. */
  goOn(count: number): Promise<void>
  /** Both write no more. */
  stop(): Promise<void>
  /** Checks that everything arrived once, in order. For a desk that has settled. */
  assertComplete(): Promise<void>
}

export interface ConversationOptions {
  company: TestCompany
  /** Of the customer. */
  number: string
}

/** Begins with the first message, and an agent who takes the ticket. */
export async function startConversation(options: ConversationOptions): Promise<Conversation> {
  const { company, number } = options
  const ana = await company.agent('ana')
  const phone = await company.phone(number, 'Helena')
  await phone.says('0')
  const ticket = await waitFor(async () => {
    const { body } = await ana.call<{ tickets: TicketView[] }>('GET', '/tickets?status=pending&showAll=true')
    return body.tickets.find(({ contact }) => contact.number === number)
  })
  await ana.call('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: ana.userId })
  return new RunningConversation(options, ana, phone, ticket.id)
}

class RunningConversation implements Conversation {
  readonly refusals: number[] = []
  private said = 0
  private answered = 0
  private isOver = false
  private readonly running: Promise<unknown>

  constructor(
    private readonly options: ConversationOptions,
    private readonly ana: TestAgent,
    private readonly phone: SimulatedPhone,
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
    const written = (prefix: string, last: number) =>
      Array.from({ length: last + 1 }, (_, index) => `${prefix}${index}`)
    const messages = await this.readAll()
    const bodies = (fromMe: boolean) =>
      messages.filter((message) => message.fromMe === fromMe).map(({ body }) => body)
    expect(bodies(false)).toEqual(written('', this.said))
    expect(bodies(true)).toEqual(written('r', this.answered).slice(1))
    const got = await waitFor(async () => {
      const all = await this.phone.got()
      return all.length >= this.answered && all
    })
    expect(got.map(({ body, sightings }) => [body, sightings])).toEqual(
      written('r', this.answered)
        .slice(1)
        .map((body) => [body, 1]),
    )
  }

  private async say(): Promise<void> {
    for (; !this.isOver; await delay(PAUSE_MS)) {
      const body = String(this.said + 1)
      // The network takes a message of one id once.
      const id = `said-${this.options.number}-${body}`
      await waitFor(async () => {
        await this.phone.says({ id, body }).catch((error: unknown) => {
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
        const { status } = await this.ana.call('POST', `/messages/${this.ticketId}`, answer)
        if (status !== 200) this.refusals.push(status)
        return status === 200
      })
      this.answered += 1
    }
  }

  private async readAll(): Promise<MessagesPage['messages']> {
    const pages: MessagesPage['messages'][] = []
    for (let before = ''; ;) {
      const { body } = await this.ana.call<MessagesPage>(
        'GET',
        `/messages/${this.ticketId}?markAsRead=false${before}`,
      )
      pages.unshift(body.messages)
      if (!body.hasMore) return pages.flat()
      before = `&before=${body.messages[0]!.seq}`
    }
  }
}
