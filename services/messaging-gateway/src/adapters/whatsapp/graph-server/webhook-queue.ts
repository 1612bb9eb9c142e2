import { randomUUID } from 'node:crypto'

import { groupBy } from '@balcao/kernel'

import type { App } from './assets'
import type { Schedule } from './schedule'
import type { GraphSettings } from './settings'
import type { WebhookClient } from './webhook-client'
import { mergePayloads } from './webhook-batch'
import { computeRetryMs } from './webhook-retry'
import { signatureHeaders, toWebhookBody } from './webhook-signature'

export interface WebhookPayload {
  object: 'whatsapp_business_account'
  entry: { id: string; time?: number; changes: { field: string; value: Record<string, unknown> }[] }[]
}

export interface Webhook {
  id: string
  app: App
  url: string
  payload: WebhookPayload
  tries: number
  firstTriedAtMs: number | undefined
}

export interface WebhookAttempt {
  webhookId: string
  appId: string
  payload: WebhookPayload
  at: Date
  /** Undefined without an answer. */
  status: number | undefined
}

const LONGEST_TAKEN = 4_096

type Matches = (payload: WebhookPayload) => boolean

interface Fault {
  kind: 'drop' | 'repeat'
  left: number
  matches: Matches
}

/** Sends an app's webhooks, again and again until they are answered with 200; faults make it as unreliable as the real one may be. */
export class WebhookQueue {
  /** All attempts, in order. */
  readonly attempts: WebhookAttempt[] = []
  /** Called with what was answered with 200. */
  onTaken: ((payload: WebhookPayload) => void) | undefined
  /** Those that were never taken in 7 days, and those that a fault dropped. */
  readonly lost: Webhook[] = []

  private ready: Webhook[] = []
  /** Those of `ready` before it are taken: a long array is not moved for each. */
  private taken = 0
  private inFlight = 0
  private waiting = 0
  private isHeld = false
  private readonly faults: Fault[] = []

  constructor(
    private readonly deps: {
      schedule: Schedule
      settings: GraphSettings
      client: WebhookClient
      onError: (error: unknown) => void
    },
  ) {}

  add(app: App, url: string, payload: WebhookPayload): void {
    const webhook: Webhook = {
      id: randomUUID(),
      app,
      url,
      payload,
      tries: 0,
      firstTriedAtMs: undefined,
    }
    if (this.take('drop', payload)) {
      this.lost.push(webhook)
      return
    }
    this.ready.push(webhook)
    if (this.take('repeat', payload)) this.ready.push({ ...webhook })
    this.pump()
  }

  /** Keeps back what comes from now on. */
  hold(): void {
    this.isHeld = true
  }

  /** Sends what was kept back. @param reorder changes the order, or drops and repeats some. */
  release(reorder: (held: Webhook[]) => Webhook[] = (held) => held): void {
    this.isHeld = false
    this.ready = reorder(this.ready.slice(this.taken))
    this.taken = 0
    this.pump()
  }

  /** Sends what was kept back in as few webhooks of each app as possible, as Meta does under load. */
  releaseTogether(): void {
    this.release((held) => {
      const byApp = groupBy(held, ({ app, url }) => `${app.id} ${url}`)
      return [...byApp.values()].flatMap((webhooks) =>
        mergePayloads(webhooks.map(({ payload }) => payload)).flatMap((payload) => {
          const [first] = webhooks
          return first ? [{ ...first, id: randomUUID(), payload }] : []
        }),
      )
    })
  }

  /** The next matching ones are never sent. */
  dropNext(count = 1, matches: Matches = () => true): void {
    this.faults.push({ kind: 'drop', left: count, matches })
  }

  /** The next matching ones are sent twice. */
  repeatNext(count = 1, matches: Matches = () => true): void {
    this.faults.push({ kind: 'repeat', left: count, matches })
  }

  /** Webhooks that wait for their first or next try, or for an answer. */
  get unfinished(): number {
    return this.ready.length - this.taken + this.inFlight + this.waiting
  }

  /** Whether nothing can be sent now: what is left is held, or waits for its next try. */
  isIdle(): boolean {
    return this.inFlight === 0 && (this.isHeld || this.taken === this.ready.length)
  }

  private pump(): void {
    while (!this.isHeld && this.inFlight < this.deps.settings.webhooksAtOnce) {
      const webhook = this.takeReady()
      if (!webhook) return
      this.inFlight++
      this.send(webhook)
        .catch(this.deps.onError)
        .finally(() => {
          this.inFlight--
          this.pump()
        })
    }
  }

  private takeReady(): Webhook | undefined {
    const webhook = this.ready[this.taken]
    if (webhook) this.taken++
    if (this.taken === this.ready.length || this.taken > LONGEST_TAKEN) {
      this.ready.splice(0, this.taken)
      this.taken = 0
    }
    return webhook
  }

  private async send(webhook: Webhook): Promise<void> {
    const { schedule, client, settings } = this.deps
    const at = schedule.now()
    webhook.firstTriedAtMs ??= at.getTime()
    webhook.tries++
    const body = toWebhookBody(webhook.payload)
    const status = await client.post(webhook.url, {
      headers: signatureHeaders(body, chooseSecret(webhook)),
      body,
      timeoutMs: settings.webhookTimeoutMs,
    })
    this.attempts.push({
      webhookId: webhook.id,
      appId: webhook.app.id,
      payload: webhook.payload,
      at,
      status,
    })
    if (status === 200) this.onTaken?.(webhook.payload)
    else this.retry(webhook)
  }

  private retry(webhook: Webhook): void {
    const { schedule, settings } = this.deps
    const ageMs = schedule.nowMs() - (webhook.firstTriedAtMs ?? schedule.nowMs())
    const waitMs = computeRetryMs(webhook.tries, ageMs, settings.webhookRetry)
    if (waitMs === undefined) {
      this.lost.push(webhook)
      return
    }
    this.waiting++
    schedule.after(waitMs, () => {
      this.waiting--
      this.ready.push(webhook)
      this.pump()
    })
  }

  private take(kind: Fault['kind'], payload: WebhookPayload): boolean {
    const fault = this.faults.find((one) => one.kind === kind && one.left > 0 && one.matches(payload))
    if (fault) fault.left--
    return fault !== undefined
  }
}

function chooseSecret({ app, tries }: Webhook): string {
  const { secret, previousSecret, signsWith } = app
  if (previousSecret === undefined || signsWith === 'current') return secret
  return signsWith === 'previous' || tries % 2 === 1 ? previousSecret : secret
}
