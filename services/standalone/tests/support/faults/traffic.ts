import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import type { MessagesPage, TicketView } from '@balcao/contracts'

import type { DeskAgent, Refusal } from './desk-agent'
import { ask, requestUntilAnswered } from './request-until-answered'

/** Interval in which each chat gets one message of its phone and one of its agent. */
const ROUND_MS = 2_000
const READ_ROUND_MS = 4_000
/** Every n-th message of a chat is a file. */
const FILE_EVERY = 4
/** Messages in flight at which both sides write less: more would only queue, and each fault would wait for the whole queue. */
const MOST_UNDER_WAY = 60
/** How many times longer a round is then. */
const SLOWER = 3

/** Messages that the other side must receive, in this order. */
export interface Written {
  body: string
  /** Hash of the attached file. */
  sha256?: string
}

export interface Chat {
  connection: number
  number: string
  agent: DeskAgent
  ticketId: number
  /** Whether the agent sends files in it, too. */
  hasFiles: boolean
  /** Accepted messages of the phone, and of the agent, in order. */
  inbound: Written[]
  outbound: Written[]
}

const hashText = (content: string): string => createHash('sha256').update(content).digest('hex')

const buildFile = (body: string) => `%PDF-1.4 ${body} ${'x'.repeat(2_000)}`

/** Customers and agents who write continuously. */
export class Traffic {
  readonly refusals: Refusal[] = []
  private readonly loops: Promise<void>[] = []
  private isOver = false
  private failure: Error | undefined

  constructor(
    private readonly url: string,
    private readonly chats: readonly Chat[],
    /** How many messages are under way. */
    private readonly underWay: () => number,
  ) {}

  start(): void {
    const lines = new Set(this.chats.map(({ connection }) => connection))
    const agents = new Set(this.chats.map(({ agent }) => agent))
    for (const line of lines)
      this.loop(
        ROUND_MS,
        this.chats.filter(({ connection }) => connection === line),
        this.write,
      )
    for (const agent of agents) {
      const own = this.chats.filter((chat) => chat.agent === agent)
      // A file upload in progress does not block the other customers.
      for (const hasFiles of [true, false])
        this.loop(
          ROUND_MS,
          own.filter((chat) => chat.hasFiles === hasFiles),
          this.answer,
        )
      this.loop(READ_ROUND_MS, own, this.read)
    }
  }

  /** Resolves when all started messages are accepted. @throws the error that stopped a loop. */
  async stop(): Promise<void> {
    this.isOver = true
    await Promise.all(this.loops)
    if (this.failure) throw this.failure
  }

  /** The customer's first message, which opens the ticket. */
  write = async (chat: Chat): Promise<void> => {
    const { connection, number, inbound } = chat
    const body = `in ${number} ${inbound.length}`
    const isFile = inbound.length % FILE_EVERY === FILE_EVERY - 1
    const base64 = Buffer.from(buildFile(body)).toString('base64')
    const message = {
      connection,
      number,
      id: `IN-${number}-${inbound.length}`,
      name: `Cliente ${number.slice(-3)}`,
      body,
      ...(isFile ? { media: { name: 'comprovante.pdf', mimeType: 'application/pdf', base64 } } : {}),
    }
    const path = '/simulator/inbound'
    await requestUntilAnswered(
      () => ask(this.url, { method: 'POST', path, body: { messages: [message] } }),
      (status) => this.note({ who: number, kind: 'phone', path, status }),
    )
    inbound.push({ body, ...(isFile ? { sha256: hashText(buildFile(body)) } : {}) })
  }

  note = (refusal: Refusal): void => void this.refusals.push(refusal)

  private answer = async (chat: Chat): Promise<void> => {
    const { agent, ticketId, number, hasFiles, outbound } = chat
    const [body, clientId] = [`out ${number} ${outbound.length}`, randomUUID()]
    const isFile = hasFiles && outbound.length % FILE_EVERY === FILE_EVERY / 2
    const path = `/messages/${ticketId}`
    if (isFile) {
      const form = new FormData()
      form.append('body', body)
      form.append('clientId', clientId)
      form.append('medias', new Blob([buildFile(body)], { type: 'application/pdf' }), 'tabela.pdf')
      await agent.insist('media', { method: 'POST', path, body: form })
    } else await agent.insist('text', { method: 'POST', path, body: { body, clientId } })
    outbound.push({ body, ...(isFile ? { sha256: hashText(buildFile(body)) } : {}) })
  }

  private read = async ({ agent, ticketId }: Chat): Promise<void> => {
    await agent.insist<{ tickets: TicketView[] }>('read', { method: 'GET', path: '/tickets?showAll=true' })
    await agent.insist<MessagesPage>('read', {
      method: 'GET',
      path: `/messages/${ticketId}?markAsRead=false`,
    })
  }

  private loop(roundMs: number, chats: readonly Chat[], work: (chat: Chat) => Promise<void>): void {
    const run = async () => {
      for (let round = 0; !this.isOver; round++) {
        const isBehind = work !== this.read && this.underWay() >= MOST_UNDER_WAY
        await delay((isBehind ? SLOWER : 1) * (roundMs / chats.length))
        const chat = chats[round % chats.length]
        if (chat) await work(chat)
      }
    }
    this.loops.push(
      run().catch((error: unknown) => {
        this.failure ??= new Error('a conversation broke off', { cause: error })
        this.isOver = true
      }),
    )
  }
}
