import { isDeepStrictEqual } from 'node:util'

import type { proto } from '@whiskeysockets/baileys'

import {
  deskEvent,
  orderingKeys,
  type DeskEvent,
  type DeskEventCase,
  type EventValue,
} from '@balcao/contracts/wire'
import { readOutbox, memoryBlobs, waitFor, type TestDatabase } from '@balcao/testkit'

import { readContent } from '../src/adapters/whatsapp/baileys/content/read-content'
import type { Account, Contact, FakeWhatsApp, Group } from './fake-whatsapp'
import {
  acme,
  gatewayDatabase,
  messageUuid,
  outboundRequest,
  SCHEMA,
  startGateway,
  type Gateway,
} from './support'
import { betaOptions, Cable, linked } from './support-beta'

const PATIENCE_MS = 20_000
/** Time limit for the final exchange with about a hundred people and groups. */
const LAST_PATIENCE_MS = 90_000
/** No step began for so long: the library's background work has ended, too. */
const QUIET_MS = 30

/** A scenario; during `act` the gateway may die. */
export interface Scenario {
  name: string
  prepare?: (stage: Stage, run: number) => Promise<void>
  act: (stage: Stage, run: number) => Promise<void>
  /** Further conditions that must hold at the end. */
  check?: (stage: Stage) => Promise<void> | void
  /** The gateway's start is one of the steps at which it may die. */
  restarts?: true
}

/** Counts the awaited steps of one process, and kills it at the chosen one. */
class Steps {
  private left = Infinity
  private lastAt = performance.now()
  death: string | undefined

  arm(nth: number): void {
    this.left = nth
    this.death = undefined
  }

  /** True at the step where the process ends. */
  take(name: () => string): boolean {
    this.lastAt = performance.now()
    if (this.death !== undefined) return false
    this.left -= 1
    if (this.left > 0) return false
    this.death = name()
    return true
  }

  get isDead(): boolean {
    return this.death !== undefined
  }

  get isQuiet(): boolean {
    return performance.now() - this.lastAt > QUIET_MS
  }
}

type Change = 'outboundEditRequested' | 'outboundRevokeRequested' | 'outboundReactionRequested'

/** A group, and those of its members who are not ours. */
export interface Circle {
  group: Group
  members: readonly Contact[]
}

/** Everything that was sent, for the final comparison. */
interface Book {
  written: { waId: string; chat: string; body: string }[]
  /** The messages that a contact's phone must show in a chat, in the notation of `shownTo`. */
  asked: { reader: Contact; chat: string; shows: string }[]
  /** The last change of a message: the contact's of its own, ours of any. */
  changes: Map<string, string>
}

/** The gateway processes of one number, one after the other; each of them dies. */
export class Stage {
  readonly book: Book = { written: [], asked: [], changes: new Map() }
  readonly steps = new Steps()
  readonly contacts = new Set<Contact>()
  readonly circles: Circle[] = []
  readonly blobs = memoryBlobs()
  readonly deaths: string[] = []
  readonly account: Account
  pg!: TestDatabase
  connection = 0
  private gateway!: Gateway
  private cable!: Cable
  private names = 0
  private messages = 0

  /** @param number of the stage, from 1. */
  static async open(wa: FakeWhatsApp, number: number): Promise<Stage> {
    const stage = new Stage(wa, number)
    const takeCut = wa.faults.takeCut.bind(wa.faults)
    wa.faults.takeCut = (direction, node, account) =>
      account === stage.account.number
        ? stage.onFrame(direction, node.tag)
        : takeCut(direction, node, account)
    stage.pg = await gatewayDatabase()
    await stage.start()
    stage.connection = await linked(stage.pg, stage.gateway, stage.account)
    await stage.settled()
    return stage
  }

  private constructor(
    readonly wa: FakeWhatsApp,
    private readonly number: number,
  ) {
    this.account = wa.account(`551194000${String(number).padStart(4, '0')}`)
  }

  async close(): Promise<void> {
    await this.gateway.stop()
    this.cable.cut()
    await this.pg.close()
  }

  /** Dies at every step of the scenario, once each; resolves with the number of steps. */
  async explore(scenario: Scenario): Promise<number> {
    for (let nth = 1; ; nth += 1) if (!(await this.run(scenario, nth))) return nth - 1
  }

  /** A new contact without messages. */
  stranger(): Contact {
    const contact = this.newcomer()
    this.contacts.add(contact)
    return contact
  }

  private newcomer(): Contact {
    this.names += 1
    return this.wa.contact(`5511${900_000_000 + this.number * 100_000 + this.names}`)
  }

  async writes(contact: Contact, body: string): Promise<string> {
    return this.hears(contact.number, body, await contact.text(this.account, body))
  }

  /** A new group, of contacts without messages. */
  circle(): Circle {
    const members = [this.newcomer(), this.newcomer()]
    const participants = [this.account, ...members]
    const circle = { members, group: this.wa.group(undefined, { subject: 'Obras', participants }) }
    this.circles.push(circle)
    return circle
  }

  async writesIn({ group }: Circle, member: Contact, body: string): Promise<string> {
    return this.hears(group.jid, body, await group.text(member, body))
  }

  /** @param chat a number, or a group's address. */
  hears(chat: string, body: string, waId: string): string {
    this.book.written.push({ waId, chat, body })
    return waId
  }

  /** Resolves with the message's id when this process, or the next one, has accepted the request. */
  asks(contact: Contact, body: string, over: Partial<EventValue<'outboundRequested'>> = {}): Promise<string> {
    this.book.asked.push({ reader: contact, chat: '', shows: body })
    return this.request({ number: contact.number, body, ...over })
  }

  asksIn({ group, members }: Circle, body: string): Promise<string> {
    for (const reader of members) this.book.asked.push({ reader, chat: group.jid, shows: body })
    return this.request({ number: '', remoteJid: group.jid, body })
  }

  private async request(
    over: Partial<EventValue<'outboundRequested'>> & { number: string },
  ): Promise<string> {
    const messageId = this.nextId()
    const value = outboundRequest({ messageId, connectionId: this.connection, ...over })
    await this.tell('outboundRequested', value)
    return messageId
  }

  /** An edit, a deletion or a reaction for a message of ours. */
  async changes($case: Change, contact: Contact, shows: string, over: object): Promise<void> {
    this.book.asked.push({ reader: contact, chat: '', shows })
    const value = {
      requestId: this.nextId(),
      connectionId: this.connection,
      waId: '',
      remoteJid: '',
      participant: '',
      fromMe: true,
      ...over,
    }
    await this.tell($case, value as EventValue<Change>)
  }

  async marksRead({ number }: Contact, waIds: string[]): Promise<void> {
    const chat = { connectionId: this.connection, remoteJid: `${number}@s.whatsapp.net`, participant: '' }
    await this.tell('readMarkRequested', { ...chat, waIds })
  }

  nextId(): string {
    this.messages += 1
    return messageUuid(this.messages)
  }

  /** Like a transport: delivers the same event until it is accepted. */
  async tell<Case extends DeskEventCase>($case: Case, value: EventValue<Case>): Promise<void> {
    const { ports, service } = this.gateway
    const event: DeskEvent = deskEvent(ports, orderingKeys.connection(acme, this.connection), $case, value)
    const consumers = () => this.gateway.service.consumers.filter(({ cases }) => cases.includes($case))
    expect(service.consumers.some(({ cases }) => cases.includes($case))).toBe(true)
    await waitFor(async () => {
      for (const consumer of consumers()) await consumer.handle({ event, attempt: 1 })
      return true
    }, PATIENCE_MS)
  }

  async outbound(messageId: string): Promise<{ state: string; waId: string }> {
    const [row] = await this.pg.sql<{ state: string; waId: string }>(
      `SELECT state, wa_id AS "waId" FROM ${SCHEMA}.outbound WHERE message_id = $1`,
      [messageId],
    )
    return row ?? { state: 'missing', waId: '' }
  }

  /** Every message has arrived and no work is in progress. */
  async settled(patienceMs = PATIENCE_MS): Promise<void> {
    await waitFor(() => this.isSettled(), patienceMs)
  }

  /** True when it died. */
  private async run(scenario: Scenario, nth: number): Promise<boolean> {
    await scenario.prepare?.(this, nth)
    await this.settled()
    if (scenario.restarts) await this.end()
    this.steps.arm(nth)
    let isDone = false
    const acting = scenario.act(this, nth).then(() => (isDone = true))
    if (scenario.restarts) await this.start()
    await waitFor(async () => this.steps.isDead || (isDone && (await this.isSettled())), PATIENCE_MS)
    const { death } = this.steps
    this.steps.arm(Infinity)
    if (death !== undefined) {
      this.deaths.push(`${scenario.name} ${nth}: ${death}`)
      await this.end()
      await this.start()
    }
    await acting
    await this.settled()
    return death !== undefined
  }

  private async end(): Promise<void> {
    this.cable.cut()
    await this.gateway.crash()
  }

  private async start(): Promise<void> {
    const cable = await Cable.to(this.wa.url)
    this.cable = cable
    const diesAt = (when: string): boolean => {
      const isOver = this.cable === cable && this.steps.take(() => `${when} ${findCaller(new Error())}`)
      if (isOver) cable.cut()
      return isOver
    }
    this.gateway = await startGateway(
      this.pg,
      betaOptions(this.wa, cable.url, {
        diesAt,
        blobs: this.blobs,
        tuning: {
          outboundTimes: { acceptWithinMs: 10_000 },
          baileysTimes: { closeBatch: 5 },
          pollMs: 10_000,
        },
      }),
    )
  }

  /* The four moments of a frame: before and after the server has it, before and after the client has it. */
  private onFrame(direction: 'in' | 'out', tag: string): 'before' | 'after' | undefined {
    for (const when of ['before', 'after'] as const) {
      if (!this.steps.take(() => `${when} a frame ${direction} (${tag})`)) continue
      void this.gateway.crash()
      if (when === 'before' || direction === 'in') this.cable.cut()
      else this.cable.deafen()
      return when
    }
    return undefined
  }

  private async isSettled(): Promise<boolean> {
    await this.wa.idle()
    const [row] = await this.pg.sql<Record<string, unknown>>(
      `SELECT (SELECT status FROM ${SCHEMA}.connections) AS status,
              (SELECT json_agg(operation || ' ' || state ORDER BY id) FROM ${SCHEMA}.outbound WHERE NOT settled) AS queue,
              (SELECT json_agg(r) FROM ${SCHEMA}.read_marks r) AS marks,
              (SELECT json_agg(seq) FROM ${SCHEMA}.signal_journal WHERE closed_at IS NULL) AS journal`,
    )
    const { isOnline, device } = this.account
    const undone = {
      ...row,
      isOnline,
      waits: device.pending.map(({ attrs }) => attrs.id),
      isQuiet: this.steps.isQuiet,
    }
    const done = { status: 'CONNECTED', queue: null, marks: null, journal: null }
    if (isDeepStrictEqual(undone, { ...done, isOnline: true, waits: [], isQuiet: true })) return true
    throw new Error(`After ${this.deaths.at(-1) ?? 'no death'}: ${JSON.stringify(undone)}`)
  }

  /** Exchanges one more message in each direction with every contact, then compares desk and phones with everything that was sent. */
  async verify(): Promise<void> {
    for (const contact of this.contacts) {
      await this.writes(contact, 'ainda aí?')
      await this.asks(contact, 'sim')
    }
    for (const circle of this.circles) {
      for (const member of circle.members) await this.writesIn(circle, member, 'e aqui?')
      await this.asksIn(circle, 'também')
    }
    await this.settled(LAST_PATIENCE_MS)
    expect(byChat(await this.heard())).toEqual(byChat(this.book.written))
    expect(this.shown()).toEqual(this.asked())
    expect(await this.lastWords()).toEqual(this.book.changes)
    const { nacks, retries } = this.account.ledger
    expect({ nacks, retries }).toEqual({ nacks: [], retries: [] })
  }

  /** By phone and chat. */
  private asked(): Map<string, string[]> {
    const asked = new Map<string, string[]>()
    for (const { reader, chat, shows } of this.book.asked) note(asked, `${reader.number} ${chat}`, shows)
    return asked
  }

  private shown(): Map<string, string[]> {
    const shown = new Map<string, string[]>()
    const members = this.circles.flatMap((circle) => circle.members)
    for (const contact of [...this.contacts, ...members])
      for (const { chat, message } of contact.inbox(this.account).messages)
        for (const words of shownTo(message))
          note(shown, `${contact.number} ${chat.endsWith('@g.us') ? chat : ''}`, words)
    return shown
  }

  private async heard() {
    const received = (await readOutbox(this.pg, SCHEMA, 'messageReceived')).map(({ body }) => body.value)
    return received.map(({ waId, body, remoteJid, contact }) => ({
      waId,
      body,
      chat: remoteJid.endsWith('@g.us') ? remoteJid : (contact?.number ?? ''),
    }))
  }

  /** An edit may be delivered twice: each delivery has the current text. */
  private async lastWords(): Promise<Map<string, string>> {
    const words = new Map<string, string>()
    for (const { body } of await readOutbox(this.pg, SCHEMA)) {
      if (body.$case === 'messageRevised')
        words.set(body.value.waId, body.value.deleted ? 'deleted' : body.value.body)
      if (body.$case === 'messageReacted') words.set(body.value.waId, body.value.emoji)
    }
    return words
  }
}

/** The function of the gateway that awaits a transaction. */
const findCaller = ({ stack = '' }: Error): string =>
  /at (?:async )?(\S+) \(\S*\/messaging-gateway\/src\//.exec(stack)?.[1] ?? 'a transaction'

const note = (chats: Map<string, string[]>, chat: string, words: string): unknown =>
  chats.get(chat)?.push(words) ?? chats.set(chat, [words])

const byChat = (messages: readonly { chat: string; body: string; waId: string }[]) => {
  const chats = new Map<string, string[]>()
  for (const { chat, body, waId } of messages) note(chats, chat, `${waId} ${body}`)
  return chats
}

/** A message of ours as a person sees it: a text, an edit, a deletion, a reaction. */
const shownTo = (message: proto.IMessage): string[] => {
  const read = readContent(message)
  if (read.as === 'reaction') return [read.emoji]
  if (read.as === 'revision') return [read.deleted ? 'deleted' : `now: ${read.body}`]
  return read.as === 'message' ? [read.body] : []
}
