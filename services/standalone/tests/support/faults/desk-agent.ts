import type { FeedItem, LoginAnswer, SyncAnswer } from '@balcao/contracts'
import { io, type Socket } from 'socket.io-client'

import { ask, requestUntilAnswered, type Answered, type Asked } from './request-until-answered'

type Kind = 'read' | 'text' | 'media'

/** A request without an answer, or with a server error. */
export interface Refusal {
  who: string
  kind: Kind | 'phone'
  path: string
  status: number
}

/**
 * An agent with the web app open: retries safe requests, refreshes the session, reconnects the
 * socket and fills the gap from `/sync`.
 */
export class DeskAgent {
  userId = 0
  companyId = 0
  /** By `seq`, from the socket and from `/sync`. */
  readonly seen = new Map<number, string>()
  since = 0
  /** Number of "session over" events: sent to one socket, not part of the feed. */
  goodbyes = 0
  readonly answered: Record<Kind, number> = { read: 0, text: 0, media: 0 }
  private token = ''
  private cookie = ''
  /** Contiguous up to here; `head` is the newest `seq` seen. */
  private whole = 0
  private head = 0
  private connections = 0
  private synced = 0
  private renewing: Promise<void> | undefined
  private socket: Socket | undefined

  constructor(
    private readonly url: string,
    private readonly credentials: { email: string; password: string },
    private readonly refused: (refusal: Refusal) => void,
  ) {}

  get email(): string {
    return this.credentials.email
  }

  get isUp(): boolean {
    return this.socket?.connected === true && this.synced === this.connections
  }

  async logIn(): Promise<void> {
    const login = () =>
      ask<LoginAnswer>(this.url, { method: 'POST', path: '/auth/login', body: this.credentials })
    await requestUntilAnswered(async () => this.keep(await login()))
  }

  /** Tokens of the last login or refresh. */
  get accessToken(): string {
    return this.token
  }

  once<T>(asked: Omit<Asked, 'token'>): Promise<Answered<T>> {
    return ask<T>(this.url, { ...asked, token: this.token })
  }

  insist<T>(kind: Kind, asked: Omit<Asked, 'token'>): Promise<T> {
    return requestUntilAnswered(
      async () => {
        const first = await this.once<T>(asked)
        if (first.status === 200) this.answered[kind] += 1
        // As in the browser: a refused socket refreshes once and reconnects.
        if (first.status !== 401 && first.status !== 403) return first
        await this.renew()
        return this.once<T>(asked)
      },
      (status) => this.refused({ who: this.email, kind, path: asked.path, status }),
    )
  }

  /** Resolves when the first connection is ready. */
  listen(): Promise<void> {
    const socket = io(this.url, {
      forceNew: true,
      auth: (give) => give({ token: this.token }),
      transports: ['websocket', 'polling'],
      reconnectionDelay: 500,
      reconnectionDelayMax: 3_000,
    })
    this.socket = socket
    socket.onAny((name: string, payload: { seq: number }) => {
      if (name !== 'ready') this.note(payload.seq, name.split('-').slice(2).join('-'))
    })
    socket.on('disconnect', (reason) => {
      if (reason === 'io server disconnect') void this.comeBack()
    })
    socket.on('connect_error', () => {
      if (!socket.active) void this.comeBack()
    })
    return new Promise((resolve) => {
      socket.on('ready', ({ seq }: { seq: number }) => {
        this.connections += 1
        if (this.connections === 1) {
          this.since = this.whole = this.head = seq
          this.synced = 1
          resolve()
        } else void this.catchUp(this.connections)
      })
    })
  }

  leave(): void {
    this.socket?.disconnect()
  }

  /** Everything from its first `seq`, as a new client fetches it. */
  async freshFetch(): Promise<Map<number, string>> {
    const fresh = new Map<number, string>()
    await this.readFrom(
      this.since,
      () => true,
      ({ seq, channel }) => fresh.set(seq, channel),
    )
    return fresh
  }

  private note(seq: number, channel: string): void {
    this.head = Math.max(this.head, seq)
    if (this.isUp) this.whole = this.head
    if (channel === 'auth') this.goodbyes += 1
    else this.seen.set(seq, channel)
  }

  private async catchUp(connection: number): Promise<void> {
    const isWanted = () => this.connections === connection
    const upTo = await this.readFrom(this.whole, isWanted, ({ seq, channel }) => this.seen.set(seq, channel))
    if (upTo === undefined || !isWanted()) return
    this.whole = this.head = Math.max(upTo, this.head)
    this.synced = connection
  }

  /** Returns the `seq` up to which it read; undefined when stopped. */
  private async readFrom(
    since: number,
    isWanted: () => boolean,
    take: (item: FeedItem) => void,
  ): Promise<number | undefined> {
    for (let from = since; isWanted();) {
      const page = await this.insist<SyncAnswer>('read', { method: 'GET', path: `/sync?since=${from}` })
      if (page.reset) throw new Error(`the feed forgot what came after ${from}`)
      page.events.forEach(take)
      if (!page.hasMore) return page.seq
      from = page.seq
    }
    return undefined
  }

  private async comeBack(): Promise<void> {
    await this.renew()
    this.socket?.connect()
  }

  private renew(): Promise<void> {
    return (this.renewing ??= this.refresh().finally(() => (this.renewing = undefined)))
  }

  private async refresh(): Promise<void> {
    const headers = { cookie: this.cookie }
    const asked = { method: 'POST', path: '/auth/refresh_token', body: {} }
    const answer = this.keep(await ask<LoginAnswer>(this.url, asked, headers))
    if (answer.status === 401 || answer.status === 403) await this.logIn()
  }

  private keep(answer: Answered<LoginAnswer>): Answered<LoginAnswer> {
    if (answer.status !== 200) return answer
    this.token = answer.body.token
    this.userId = answer.body.user.id
    this.companyId = answer.body.user.companyId
    const [cookie] = answer.cookies.map((line) => line.split(';')[0] ?? '')
    if (cookie) this.cookie = cookie
    return answer
  }
}
