import { systemClock, type Clock } from '@balcao/kernel'

import { AnswerFaults } from './faults'
import { GraphControl } from './graph-control'
import { GraphHttpServer } from './http-server'
import { GraphNetwork } from './network'
import { Schedule } from './schedule'
import { DEFAULT_SETTINGS, type GraphSettings } from './settings'
import { WebhookClient } from './webhook-client'
import { WebhookQueue } from './webhook-queue'

export { GRAPH_ERROR_CODES, readErrorCode, type GraphErrorCode } from './error-codes'
export type { App, BusinessAccount, PhoneNumber, Portfolio, Scope, Token } from './assets'
export type { Arrival, Customer } from './customer'
export type { AnswerFault } from './faults'
export type { FormerMessage, GraphControl } from './graph-control'
export { buildSharedNumber, type IncomingContent } from './incoming-message'
export { buildLoginSdk } from './login-pages'
export type { GraphObserver } from './observer'
export type { OutgoingMessage } from './outgoing-message'
export type { GraphSettings } from './settings'
export type { Webhook, WebhookAttempt, WebhookPayload } from './webhook-queue'

export interface GraphServerOptions {
  clock?: Clock
  /** 0: a free one. */
  port?: number
  settings?: Partial<GraphSettings>
  /** A fault of this server itself, which no request may cause. */
  onError?: (error: unknown) => void
}

export interface GraphServer extends GraphControl {
  stop(): Promise<void>
}

/**
 * WhatsApp's Cloud API on loopback, as strict as its documents: the HTTP API that a driver calls, the webhooks that it receives, and
 * the customers at the other end. State is in memory and lives as long as the process.
 *
 * - **Set up.** `addApp` (secret, webhook, verify token: it asks the challenge), `addBusinessAccount`, `addPhoneNumber`, `addToken`
 *   (scopes, accounts, expiry). The API is at `${url}/v26.0/…`. An app gets an account's webhooks once it is subscribed:
 *   `addBusinessAccount({ subscribedApps })`, or `POST /{account-id}/subscribed_apps` as Meta's setup guide does.
 * - **Customers.** `customerWrites(phoneNumberId, from, 'text' or content)` sends the signed webhook; `inbox(phone)` is what arrived
 *   there; `customer(phone)` says who they are and may be changed; `customerReads(messageId)`. Every number is a customer.
 * - **Embedded sign-up.** `addApp({ login })`; the dialog is at `/dialog/oauth`, `buildLoginSdk` its JavaScript; `grantLogin(appId, accountIds)` is a
 *   person who goes through it. Its code is exchanged once, and a number is registered with its PIN.
 * - **Time.** `clock` or the system's; `advance(ms)` moves it and runs what becomes due. `settle()` waits until no webhook is under
 *   way and nothing is due.
 * - **Observing.** `observe` tells of what arrives, is read and is taken. State ends with the process: `restoreReceived` and
 *   `restoreArrived` give the next server what the one before knew of a chat.
 * - **Webhooks** are in `webhooks`: `hold`, `release(reorder)`, `dropNext`, `repeatNext`, `attempts`, `lost`, `unfinished`. What is
 *   not answered with 200 comes again, later and later, for 7 days; several are under way at once, so that order is not kept.
 * - **Answers** are spoilt by `faults.next({ kind: 'refuse' | 'slow' | 'cut-before' | 'cut-after' }, { count, path })`; `cut-after`
 *   accepts the message and breaks the connection: the caller cannot know.
 * - **Rules** and their sources are in `settings.ts`, error codes in `error-codes.ts`, the fields of messages in `kinds/`.
 */
export async function startGraphServer(options: GraphServerOptions = {}): Promise<GraphServer> {
  const { onError = rethrow } = options
  const settings = { ...structuredClone(DEFAULT_SETTINGS), ...options.settings }
  const schedule = new Schedule(options.clock ?? systemClock)
  const client = new WebhookClient()
  const webhooks = new WebhookQueue({ schedule, settings, client, onError })
  const network = new GraphNetwork({ schedule, settings, client, webhooks, faults: new AnswerFaults() })
  const http = new GraphHttpServer(network, onError)
  network.origin = await http.start(options.port ?? 0)
  return Object.assign(new GraphControl(network), {
    stop: async () => {
      webhooks.hold()
      schedule.stop()
      await http.stop()
    },
  })
}

/* An unhandled rejection: it fails the test or stops the process, as a bug shall. */
function rethrow(error: unknown): never {
  throw error
}
