import { setTimeout as delay } from 'node:timers/promises'

import { readRecord } from '@balcao/kernel'

import { AccountControl } from './account-control'
import type {
  App,
  AppLogin,
  BusinessAccount,
  PhoneNumber,
  Portfolio,
  Scope,
  SubscribedApp,
  Token,
} from './assets'
import { BusinessAppControl } from './business-app-control'
import type { Arrival, Customer } from './customer'
import type { CustomerCalls } from './customer-calls'
import { changeCustomerNumber, setMarketingPreference } from './customer-changes'
import { receiveFromCustomer } from './customer-writes'
import type { AnswerFaults } from './faults'
import { buildSharedNumber, type CustomerWritesOptions, type IncomingContent } from './incoming-message'
import type { MediaKind } from './kinds/media'
import { createLoginCode } from './login-codes'
import { createMediaUrl, storeMedia } from './media'
import { buildMessageId } from './message-id'
import type { GraphNetwork } from './network'
import type { GraphObserver } from './observer'
import type { OutgoingMessage } from './outgoing-message'
import type { GraphSettings } from './settings'
import { announceStatus } from './statuses'
import { TemplateControl } from './template-control'
import type { WebhookQueue } from './webhook-queue'

export interface NewApp {
  id?: string
  name?: string
  secret: string
  webhook?: { url: string; verifyToken: string; fields?: readonly string[] }
  login?: AppLogin
}

export interface NewToken {
  value?: string
  appId: string
  scopes?: readonly Scope[]
  accountIds: readonly string[]
  /** True unless the system user is assigned to the accounts for reading alone. */
  maySend?: boolean
  /** True unless the system user has no role on the app. */
  hasAppRole?: boolean
  expiresAt?: Date
}

/** A message of a chat, from the time of another server. */
export interface FormerMessage {
  id: string
  phoneNumberId: string
  /** The customer's number. */
  from: string
  at: Date
}

/** What tests and the simulator do that Meta's dashboard, its people and its users do. */
export class GraphControl {
  readonly settings: GraphSettings
  readonly webhooks: WebhookQueue
  readonly faults: AnswerFaults
  readonly templates: TemplateControl
  readonly accounts: AccountControl
  readonly businessApp: BusinessAppControl
  readonly calls: CustomerCalls
  /** Origin of the API, without a version. */
  readonly url: string

  constructor(readonly network: GraphNetwork) {
    this.settings = network.settings
    this.webhooks = network.webhooks
    this.faults = network.faults
    this.templates = new TemplateControl(network)
    this.accounts = new AccountControl(network)
    this.businessApp = new BusinessAppControl(network)
    this.calls = network.calls
    this.url = network.origin
  }

  /** @throws when the webhook does not answer the challenge, as the dashboard refuses to save it. */
  async addApp({ id = this.network.newId(), name = 'Desk', secret, webhook, login }: NewApp): Promise<App> {
    if (webhook && !(await this.network.verifyWebhook(webhook.url, webhook.verifyToken)))
      throw new Error("The callback URL or verify token couldn't be validated.")
    const app: App = {
      id,
      name,
      secret,
      previousSecret: undefined,
      signsWith: 'current',
      webhook: webhook && { fields: 'all', ...webhook },
      login,
    }
    this.network.apps.set(id, app)
    return app
  }

  /** Resets the app secret. @param signsWith what webhooks are signed with from now on. */
  rotateSecret(appId: string, secret: string, signsWith: App['signsWith'] = 'current'): void {
    const app = this.app(appId)
    app.previousSecret = app.secret
    app.secret = secret
    app.signsWith = signsWith
  }

  addPortfolio(portfolio: Partial<Portfolio> = {}): Portfolio {
    const added: Portfolio = {
      id: this.network.newId(),
      tier: 'TIER_250',
      hasParentIds: false,
      ...portfolio,
    }
    this.network.portfolios.set(added.id, added)
    return added
  }

  /** @param subscribedApps ids of the apps that get its webhooks. */
  addBusinessAccount(
    given: Partial<Omit<BusinessAccount, 'subscribedApps'>> & { subscribedApps?: readonly string[] } = {},
  ): BusinessAccount {
    const { subscribedApps = [], ...rest } = given
    const account: BusinessAccount = {
      id: this.network.newId(),
      name: 'Loja do Bairro',
      portfolioId: rest.portfolioId ?? this.addPortfolio().id,
      currency: 'BRL',
      timezoneId: '25',
      refusal: undefined,
      ...rest,
      subscribedApps: subscribedApps.map((appId): SubscribedApp => ({ appId, override: undefined })),
    }
    this.network.accounts.set(account.id, account)
    return account
  }

  /** @param digits with country code. */
  addPhoneNumber(given: Partial<PhoneNumber> & Pick<PhoneNumber, 'accountId' | 'digits'>): PhoneNumber {
    const number: PhoneNumber = {
      id: this.network.newId(),
      displayPhoneNumber: `+${given.digits}`,
      verifiedName: 'Loja do Bairro',
      nameStatus: 'APPROVED',
      quality: 'GREEN',
      throughput: 'STANDARD',
      status: 'CONNECTED',
      isVerified: given.status !== 'PENDING',
      pin: given.status === 'PENDING' ? undefined : '271828',
      isOnBusinessApp: false,
      onboardedAt: this.network.schedule.now(),
      askedOfPhone: [],
      isInMaintenance: false,
      ...given,
    }
    this.network.numbers.set(number.id, number)
    return number
  }

  addToken(given: NewToken): Token {
    const token: Token = {
      value: given.value ?? `EAA${this.network.newId()}${this.network.newId()}`,
      appId: given.appId,
      userId: this.network.newId(),
      scopes: given.scopes ?? ['whatsapp_business_messaging', 'whatsapp_business_management'],
      accountIds: given.accountIds,
      maySend: given.maySend ?? true,
      hasAppRole: given.hasAppRole ?? true,
      expiresAt: given.expiresAt,
      isRevoked: false,
    }
    this.network.tokens.set(token.value, token)
    return token
  }

  /** A person goes through the dialog of the app's login and grants these accounts. Answers the code that the page gets. */
  grantLogin(appId: string, accountIds: readonly string[]): string {
    return createLoginCode(this.network, this.app(appId), accountIds).value
  }

  app(id: string): App {
    const app = this.network.apps.get(id)
    if (!app) throw new Error(`app ${id} does not exist`)
    return app
  }

  /** The person of a number: change what is known of them. */
  customer(phone: string): Customer {
    return this.network.customer(phone)
  }

  /** The id of the message, of which the apps are told. @param message a text, or content as Meta's webhook writes it. */
  customerWrites(
    phoneNumberId: string,
    from: string,
    message: string | IncomingContent,
    options: CustomerWritesOptions = {},
  ): string {
    const content = typeof message === 'string' ? { type: 'text', text: { body: message } } : message
    return receiveFromCustomer(this.network, { phoneNumberId, from }, content, options)
  }

  newMessageId(from: string): string {
    return buildMessageId(from, 'from-customer')
  }

  /** Tells of what happens at the customers', from now on. */
  observe(observer: GraphObserver | undefined): void {
    this.network.observer = observer
    this.webhooks.onTaken = observer && ((payload) => observer.taken(payload))
  }

  /** What a former server knew of a customer's message: it can be answered and read, and its window goes on. */
  restoreReceived({ id, phoneNumberId, from, at }: FormerMessage): void {
    const conversation = this.network.conversation(phoneNumberId, this.network.customer(from))
    this.network.received.set(id, { id, phoneNumberId, from, isRead: false })
    conversation.lastFromCustomerAtMs = Math.max(conversation.lastFromCustomerAtMs ?? 0, at.getTime())
  }

  /** What a former server knew of a message that arrived: it can be read and reacted to. */
  restoreArrived({ id, phoneNumberId, from, at }: FormerMessage, kind: string): void {
    this.network.messages.set(id, {
      id,
      phoneNumberId,
      to: from,
      recipient: undefined,
      acceptedAt: at,
      kind,
      body: {},
      callbackData: undefined,
      pricing: { billable: false, pricing_model: 'PMP', type: 'regular', category: 'service' },
      conversation: undefined,
      statuses: ['sent', 'delivered'],
      refusal: undefined,
      rendered: undefined,
      hasArrived: true,
    })
  }

  /** What the customer wrote is so much older, as if that time had passed in this chat alone: its window may be over. */
  passTime(phoneNumberId: string, phone: string, ms: number): void {
    const conversation = this.network.conversation(phoneNumberId, this.network.customer(phone))
    const { lastFromCustomerAtMs, freeEntry } = conversation
    if (lastFromCustomerAtMs !== undefined) conversation.lastFromCustomerAtMs = lastFromCustomerAtMs - ms
    if (!freeEntry) return
    freeEntry.clickedAtMs -= ms
    if (freeEntry.openedAtMs !== undefined) freeEntry.openedAtMs -= ms
  }

  /** A customer's file, kept for 7 days; its message's content, with id, hash and address as webhooks have them. */
  customerSendsFile(
    phoneNumberId: string,
    from: string,
    file: {
      kind: MediaKind
      mimeType: string
      content: Buffer
      caption?: string
      filename?: string
      voice?: boolean
    },
    options: CustomerWritesOptions = {},
  ): { messageId: string; mediaId: string } {
    const { kind, mimeType, content, ...rest } = file
    const kept = this.settings.receivedMediaIdMs
    const media = storeMedia(this.network, phoneNumberId, { mimeType, content }, kept)
    const fields = {
      ...rest,
      mime_type: mimeType,
      sha256: media.sha256.toString('base64'),
      id: media.id,
      url: createMediaUrl(this.network, media),
    }
    const messageId = this.customerWrites(phoneNumberId, from, { type: kind, [kind]: fields }, options)
    return { messageId, mediaId: media.id }
  }

  /** The customer taps a button or row of a message (webhooks/reference/messages/interactive and button, 2025-11). */
  customerChooses(
    messageId: string,
    choice:
      | { kind: 'button_reply'; id: string; title: string }
      | { kind: 'list_reply'; id: string; title: string; description?: string }
      | { kind: 'button'; payload: string; text: string },
  ): string {
    const { phoneNumberId, to } = this.message(messageId)
    const { kind, ...fields } = choice
    const content =
      kind === 'button'
        ? { type: 'button', button: fields }
        : { type: 'interactive', interactive: { type: kind, [kind]: fields } }
    return this.customerWrites(phoneNumberId, to, content, { quotedId: messageId })
  }

  /**
   * The customer shares the number by the button of a message with `request_contact_info`. Later messages hide the number as before: the
   * contact book, which would show it, is off here.
   */
  customerSharesNumber(messageId: string): string {
    const { phoneNumberId, to, kind, body } = this.message(messageId)
    const isAsked = kind === 'interactive' && readRecord(body[kind]).type === 'request_contact_info'
    if (!isAsked) throw new Error('the message does not ask for the number')
    return this.customerWrites(phoneNumberId, to, buildSharedNumber(this.customer(to)), {
      quotedId: messageId,
    })
  }

  /** What the API cannot show: a poll, a live location (webhooks/reference/messages/unsupported, 2025-11). */
  customerSendsUnsupported(phoneNumberId: string, from: string): string {
    return this.customerWrites(phoneNumberId, from, {
      type: 'unsupported',
      errors: [
        {
          code: 131051,
          title: 'Message type unknown',
          message: 'Message type unknown',
          error_data: { details: 'Message type is currently not supported.' },
        },
      ],
      unsupported: { type: 'unknown' },
    })
  }

  customerChangesNumber(from: string, to: string): void {
    changeCustomerNumber(this.network, from, to)
  }

  customerPrefers(phoneNumberId: string, phone: string, marketing: 'stop' | 'resume'): void {
    setMarketingPreference(this.network, phoneNumberId, phone, marketing)
  }

  /** Messages with this link fail: Meta cannot download it. */
  breakLink(link: string): void {
    this.network.brokenLinks.add(link)
  }

  /** The customer opens the chat: a status `read`, unless they do not send it. */
  customerReads(messageId: string): void {
    const message = this.message(messageId)
    if (this.network.customer(message.to).sendsReadReceipts) announceStatus(this.network, message, 'read')
  }

  /** Any status at any time: late, repeated, out of order, failed. */
  sendStatus(messageId: string, ...[status, error]: StatusArguments): void {
    announceStatus(this.network, this.message(messageId), status, error)
  }

  /** What arrived at the customer's phone, oldest first. */
  inbox(phone: string): readonly Arrival[] {
    return this.network.inbox(this.network.customer(phone))
  }

  message(id: string): OutgoingMessage {
    const message = this.network.messages.get(id)
    if (!message) throw new Error(`message ${id} was not accepted`)
    return message
  }

  advance(ms: number): void {
    this.network.schedule.advance(ms)
  }

  /** Resolves when no webhook is under way and nothing is due; what is held or waits for its next try stays. */
  async settle(): Promise<void> {
    while (!this.webhooks.isIdle() || this.network.schedule.isBehind()) await delay(1)
  }
}

type StatusArguments = [
  status: OutgoingMessage['statuses'][number],
  error?: { code: number; details?: string },
]
