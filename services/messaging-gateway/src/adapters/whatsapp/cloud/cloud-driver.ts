import { capabilities, type CompanyId, type ConnectionId } from '@balcao/contracts'
import { AppError, MINUTE, readRecord, readText, type JsonObject } from '@balcao/kernel'

import type { CloudCredentials } from '../../../features/cloud-accounts/cloud-api.port'
import type {
  DriverSession,
  InboundCall,
  ReceivedEvent,
  ReceiveOutcome,
  SessionCallbacks,
  SessionRequest,
  WhatsAppDriver,
} from '../../../features/whatsapp-driver'
import { CloudSession, type CloudSessionDeps } from './cloud-session'
import { askNumber, NUMBER_FIELDS, tellNumber } from './graph-cloud-api'
import { GraphTemplateApi } from './graph-template-api'
import { mapRefusal } from './graph-errors'
import { readCall } from './read-call'
import {
  readEcho,
  readMessage,
  readStatus,
  type OpenMedia,
  type Reading,
  type StatusReading,
} from './read-message'
import { readChatsOfPhone, readContactsOfPhone } from './read-phone-data'
import { readTemplateId, TEMPLATE_FIELDS } from './read-template'

export interface CloudDriverDeps extends CloudSessionDeps {
  /** Undefined until they were entered. */
  findCredentials(companyId: CompanyId, connectionId: ConnectionId): Promise<CloudCredentials | undefined>
}

/**
 * The driver of the official API. A session sends, in the process that has the connection's lease; what the webhook brings is received by
 * any process.
 */
export class CloudDriver implements WhatsAppDriver {
  readonly provider = 'cloud'
  readonly capabilities = capabilities.cloud

  constructor(private readonly deps: CloudDriverDeps) {}

  async open(request: SessionRequest): Promise<DriverSession> {
    const found = await this.deps.findCredentials(request.companyId, request.connectionId)
    // Graph refuses them like wrong ones.
    const credentials = found ?? { phoneNumberId: '0', businessAccountId: '0', token: 'none', appSecret: '' }
    return new CloudSession(this.deps, credentials, request)
  }

  /* The credentials are entered by a person and go with the connection. */
  forget(): Promise<void> {
    return Promise.resolve()
  }

  async receive({ companyId, connectionId, kind, body, callbacks }: ReceivedEvent): Promise<ReceiveOutcome> {
    const event = readRecord(body)
    switch (kind) {
      case 'message':
        return this.receiveMessage({ companyId, connectionId, callbacks }, event)
      case 'status':
        return receiveStatus(callbacks, readRecord(event.status))
      case 'other':
        return this.receiveNotice({ companyId, connectionId, callbacks }, event)
    }
  }

  private async receiveNotice(
    { companyId, connectionId, callbacks }: Pick<ReceivedEvent, 'companyId' | 'connectionId' | 'callbacks'>,
    { field, value }: JsonObject,
  ): Promise<ReceiveOutcome> {
    if (NUMBER_FIELDS.includes(readText(field))) return this.askAgain({ companyId, connectionId, callbacks })
    if (field === 'smb_app_state_sync') {
      await callbacks.addressBook(readContactsOfPhone(readRecord(value)))
      return 'recorded'
    }
    if (field === 'history') {
      await callbacks.chatted(readChatsOfPhone(readRecord(value)))
      return 'recorded'
    }
    const id = readTemplateId(readRecord(value))
    if (!TEMPLATE_FIELDS.some((known) => known === field) || id === '')
      return { unreadable: `the field ${String(field)}` }
    await callbacks.templateChanged(id, async () =>
      new GraphTemplateApi(this.deps.client).find(await this.requireCredentials(companyId, connectionId), id),
    )
    return 'recorded'
  }

  private async requireCredentials(
    companyId: CompanyId,
    connectionId: ConnectionId,
  ): Promise<CloudCredentials> {
    const credentials = await this.deps.findCredentials(companyId, connectionId)
    if (!credentials) throw new AppError('ERR_CLOUD_TOKEN', { detail: 'no credentials' })
    return credentials
  }

  /* @throws {AppError} ERR_CLOUD_UNAVAILABLE, ERR_CLOUD_TOKEN; the notice is processed again. */
  private async askAgain({
    companyId,
    connectionId,
    callbacks,
  }: Pick<ReceivedEvent, 'companyId' | 'connectionId' | 'callbacks'>): Promise<ReceiveOutcome> {
    const credentials = await this.requireCredentials(companyId, connectionId)
    const answer = await askNumber(this.deps.client, credentials)
    if (answer.kind === 'error')
      throw new AppError('ERR_CLOUD_UNAVAILABLE', { detail: `${answer.error.code}` })
    await tellNumber(callbacks, answer.body)
    return 'recorded'
  }

  private async receiveMessage(
    { companyId, connectionId, callbacks }: Pick<ReceivedEvent, 'companyId' | 'connectionId' | 'callbacks'>,
    event: JsonObject,
  ): Promise<ReceiveOutcome> {
    const openMedia = (mediaId: string) => async () => {
      const credentials = await this.deps.findCredentials(companyId, connectionId)
      if (!credentials) throw new AppError('ERR_WAPP_DOWNLOAD_MEDIA', { detail: 'no credentials' })
      return this.deps.client.download(credentials, mediaId)
    }
    const reading = readEvent(event, openMedia)
    switch (reading.as) {
      case 'unreadable':
        return { unreadable: reading.reason }
      case 'nothing':
        break
      case 'call':
        if ((await callbacks.called(reading.call)) === 'refuse')
          await this.refuse({ companyId, connectionId }, reading.call)
        break
      case 'reaction':
        await callbacks.reacted(reading.reaction)
        break
      case 'revision':
        await callbacks.revised(reading.revision)
        break
      case 'number-change':
        await callbacks.numberChanged(reading.change)
        break
      case 'message':
        await callbacks.inbound(reading.message)
    }
    return 'recorded'
  }

  /* One that may still ring: Meta's own end of a call that nobody takes comes within a minute. */
  private async refuse(
    { companyId, connectionId }: Pick<ReceivedEvent, 'companyId' | 'connectionId'>,
    { event, waId, sentAt }: InboundCall,
  ): Promise<void> {
    if (event !== 'rings' || this.deps.clock.now().getTime() - sentAt.getTime() > MINUTE) return
    const credentials = await this.requireCredentials(companyId, connectionId)
    const answer = await this.deps.client.call(credentials, {
      method: 'POST',
      path: `${credentials.phoneNumberId}/calls`,
      body: { messaging_product: 'whatsapp', call_id: waId, action: 'reject' },
    })
    // 100: it is over. Anything else is tried again while it may ring.
    if (answer.kind === 'error' && answer.error.code !== 100)
      throw new AppError('ERR_CLOUD_UNAVAILABLE', { detail: `${answer.error.code}` })
  }
}

function readEvent({ message, echo, call, contact }: JsonObject, openMedia: OpenMedia): Reading {
  const known = readRecord(contact)
  if (call !== undefined) return readCall(readRecord(call), known)
  if (echo !== undefined) return readEcho(readRecord(echo), known, openMedia)
  return readMessage(readRecord(message), known, openMedia)
}

const receipts: Readonly<Record<Exclude<StatusReading['status'], 'sent' | 'failed'>, 2 | 3 | 4>> = {
  delivered: 2,
  read: 3,
  played: 4,
}

async function receiveStatus(callbacks: SessionCallbacks, given: JsonObject): Promise<ReceiveOutcome> {
  const reading = readStatus(given)
  if (!reading) return { unreadable: `a receipt: ${String(given.status).slice(0, 40)}` }
  const { networkId, ourId, status, code, price } = reading
  const name = ourId || networkId
  if (status === 'failed') {
    await callbacks.undelivered(name, mapRefusal(code))
    return 'recorded'
  }
  // Any of them says that the message was taken; after a silence it is the first to tell Meta's name of it.
  await callbacks.accepted(name, networkId)
  if (status !== 'sent') await callbacks.receipt([name], receipts[status])
  if (price) await callbacks.priced(name, price)
  return 'recorded'
}
