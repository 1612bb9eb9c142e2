import { randomBytes } from 'node:crypto'

import { HOUR } from '@balcao/kernel'

import type { App, BusinessAccount, LoginCode, PhoneNumber, Portfolio, Token } from './assets'
import { newConversation, type Conversation } from './conversation'
import { CustomerCalls } from './customer-calls'
import { CustomerLimit } from './customer-limit'
import { buildScopedId, type Arrival, type Customer } from './customer'
import type { AnswerFaults } from './faults'
import type { Json } from './fields'
import type { ReceivedMessage } from './incoming-message'
import type { Media, MediaUrl } from './media'
import type { GraphObserver } from './observer'
import type { OutgoingMessage } from './outgoing-message'
import type { Schedule } from './schedule'
import type { GraphSettings } from './settings'
import type { RejectionReason } from './templates/review-templates'
import type { Template } from './templates/template'
import { Throughput } from './throughput'
import type { UploadedSample, UploadSession } from './uploads'
import type { WebhookClient } from './webhook-client'
import type { WebhookQueue } from './webhook-queue'

export interface NetworkParts {
  client: WebhookClient
  schedule: Schedule
  settings: GraphSettings
  webhooks: WebhookQueue
  faults: AnswerFaults
}

/** Everything that Meta knows, in memory: it lives as long as the process. */
export class GraphNetwork {
  readonly apps = new Map<string, App>()
  readonly tokens = new Map<string, Token>()
  readonly portfolios = new Map<string, Portfolio>()
  readonly accounts = new Map<string, BusinessAccount>()
  readonly numbers = new Map<string, PhoneNumber>()
  readonly messages = new Map<string, OutgoingMessage>()
  /** What customers wrote, by message id. */
  readonly received = new Map<string, ReceivedMessage>()
  /** "typing…" that customers saw. */
  readonly typing: { phoneNumberId: string; from: string; at: Date }[] = []
  /** What customers read of a number, by its id. */
  readonly profiles = new Map<string, Json>()
  readonly templates = new Map<string, Template>()
  /** By name: the review rejects these. */
  readonly plannedRejections = new Map<string, RejectionReason>()
  readonly media = new Map<string, Media>()
  readonly uploadSessions = new Map<string, UploadSession>()
  readonly samples = new Map<string, UploadedSample>()
  readonly loginCodes = new Map<string, LoginCode>()
  /** When numbers were registered, by id. */
  readonly registrations = new Map<string, number[]>()
  readonly mediaUrls = new Map<string, MediaUrl>()
  /** Links that Meta cannot download: messages with one fail with 131053. */
  readonly brokenLinks = new Set<string>()
  readonly customerLimit = new CustomerLimit()
  readonly calls = new CustomerCalls(this)
  readonly throughput = new Throughput()
  readonly schedule: Schedule
  readonly settings: GraphSettings
  readonly webhooks: WebhookQueue
  readonly faults: AnswerFaults
  /** Where the server listens. */
  origin = ''
  observer: GraphObserver | undefined

  private readonly managementRequests = new Map<string, number[]>()
  private readonly customers = new Map<string, Customer>()
  private readonly conversations = new Map<string, Conversation>()
  private readonly arrivals = new Map<string, Arrival[]>()

  constructor(private readonly parts: NetworkParts) {
    this.schedule = parts.schedule
    this.settings = parts.settings
    this.webhooks = parts.webhooks
    this.faults = parts.faults
  }

  nowMs(): number {
    return this.schedule.nowMs()
  }

  /** An id like Meta's: digits that no caller can guess. */
  newId(): string {
    return `1${(randomBytes(6).readUIntBE(0, 6) % 10 ** 14).toString().padStart(14, '0')}`
  }

  account(phoneNumberId: string): BusinessAccount {
    const number = this.number(phoneNumberId)
    return required(this.accounts.get(number.accountId), `account ${number.accountId}`)
  }

  number(phoneNumberId: string): PhoneNumber {
    return required(this.numbers.get(phoneNumberId), `phone number ${phoneNumberId}`)
  }

  portfolio(accountId: string): Portfolio {
    const account = required(this.accounts.get(accountId), `account ${accountId}`)
    return required(this.portfolios.get(account.portfolioId), `portfolio ${account.portfolioId}`)
  }

  /** Everyone with a number is a customer with WhatsApp, unless a test says otherwise. */
  customer(phone: string): Customer {
    const digits = phone.replaceAll(/\D/g, '')
    const known = this.customers.get(digits)
    if (known) return known
    const customer: Customer = {
      phone: digits,
      name: `Customer ${digits.slice(-4)}`,
      username: undefined,
      hidesNumber: false,
      country: digits.startsWith('55') ? 'BR' : 'US',
      isOnWhatsApp: true,
      hasStoppedMarketing: false,
      sendsReadReceipts: true,
    }
    this.customers.set(digits, customer)
    return customer
  }

  /** Whom a business-scoped or parent id means to this account; undefined when it belongs to another portfolio. */
  customerByScopedId(accountId: string, scopedId: string): Customer | undefined {
    return [...this.customers.values()].find((customer) => {
      const ids = this.scopedIds(accountId, customer)
      return ids.userId === scopedId || ids.parentUserId === scopedId
    })
  }

  scopedIds(accountId: string, customer: Customer): { userId: string; parentUserId: string | undefined } {
    const portfolio = this.portfolio(accountId)
    return {
      userId: buildScopedId({ kind: 'portfolio', id: portfolio.id }, customer),
      parentUserId: portfolio.hasParentIds
        ? buildScopedId({ kind: 'parent', id: 'linked' }, customer)
        : undefined,
    }
  }

  conversation(phoneNumberId: string, customer: Customer): Conversation {
    const key = `${phoneNumberId}/${customer.phone}`
    const known = this.conversations.get(key)
    if (known) return known
    const conversation = newConversation()
    this.conversations.set(key, conversation)
    return conversation
  }

  /** The numbers that the customer has written to. */
  listNumbersOf(customer: Customer): string[] {
    return [...this.numbers.keys()].filter(
      (id) => this.conversations.get(`${id}/${customer.phone}`)?.lastFromCustomerAtMs !== undefined,
    )
  }

  inbox(customer: Customer): Arrival[] {
    const known = this.arrivals.get(customer.phone)
    if (known) return known
    const arrivals: Arrival[] = []
    this.arrivals.set(customer.phone, arrivals)
    return arrivals
  }

  /** False when an app has made its requests of the hour on an account. */
  takeManagementRequest(appId: string, accountId: string): boolean {
    const key = `${appId}/${accountId}`
    const since = this.nowMs() - HOUR
    const times = (this.managementRequests.get(key) ?? []).filter((at) => at > since)
    this.managementRequests.set(key, times)
    if (times.length >= this.settings.managementRequestsPerHour) return false
    times.push(this.nowMs())
    return true
  }

  /** Asks a webhook URL to repeat a challenge (webhooks/create-webhook-endpoint, 2025-11-07). */
  async verifyWebhook(url: string, verifyToken: string): Promise<boolean> {
    const challenge = String(randomBytes(4).readUInt32BE())
    const asked = new URL(url)
    asked.searchParams.set('hub.mode', 'subscribe')
    asked.searchParams.set('hub.challenge', challenge)
    asked.searchParams.set('hub.verify_token', verifyToken)
    const answer = await this.parts.client.get(asked.href)
    return answer?.status === 200 && answer.text === challenge
  }

  /** Sends a webhook to every app that is subscribed to the account and to the field. */
  announce(accountId: string, field: string, value: Record<string, unknown>): void {
    const account = required(this.accounts.get(accountId), `account ${accountId}`)
    for (const { appId, override } of account.subscribedApps) {
      const app = this.apps.get(appId)
      if (!app?.webhook || !(app.webhook.fields === 'all' || app.webhook.fields.includes(field))) continue
      this.webhooks.add(app, override && field === 'messages' ? override.url : app.webhook.url, {
        object: 'whatsapp_business_account',
        entry: [
          {
            id: accountId,
            // Every field but `messages` has the time here (webhooks/reference, 2025-11).
            ...(field !== 'messages' && { time: Math.floor(this.nowMs() / 1_000) }),
            changes: [{ value, field }],
          },
        ],
      })
    }
  }

  /** A webhook of the field `messages` of a number. */
  announceMessages(phoneNumberId: string, content: Record<string, unknown>): void {
    const number = this.number(phoneNumberId)
    this.announce(number.accountId, 'messages', {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: number.digits, phone_number_id: number.id },
      ...content,
    })
  }
}

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`${name} is not in the simulated network`)
  return value
}
