import type { CompanyId, PlanFlag, SendApiAnswer } from '@balcao/contracts'
import { OutboundLane, type Choices, type SendToContactRequest } from '@balcao/contracts/wire'
import { AppError, findOnPrimaries, isSubscriptionOver, SECOND, type ServicePorts } from '@balcao/kernel'

import type { Connection, ConnectionStore } from '../connections'
import { checkNumber, type CheckDeps } from '../lookups'
import { fillStoredTemplate, type TemplateDeps, type TemplateRequest } from '../message-templates'
import { buildClientKey } from './api-client-key'
import { withStoredFiles, type ApiFile } from './api-files'
import { openQuota } from './api-quota'
import type { ApiRequestStore } from './api-requests.store'
import type { ApiLimits, ApiUsageStore } from './api-usage.store'
import { attemptSend, sendOncePerKey, type KeyedSend } from './send-once-per-key'

export interface ApiDeps
  extends CheckDeps, TemplateDeps, Pick<ServicePorts, 'ids' | 'blobs' | 'pendingBlobs' | 'rpc' | 'sessions'> {
  connections: ConnectionStore
  requests: ApiRequestStore
  apiUsage: ApiUsageStore
  flags(companyId: CompanyId): Promise<Record<PlanFlag, boolean>>
  apiLimits(companyId: CompanyId): Promise<ApiLimits>
}

export interface ApiCall {
  number: string
  body: string
  queueId: number | undefined
  userId: number | undefined
  closeTicket: boolean
  files: ApiFile[]
  /** In place of a body, with the file of its header. */
  template: TemplateRequest | undefined
  /** What can be tapped, without files; `body` says the same. */
  choices: Choices | undefined
  /** `Idempotency-Key`, when the caller sent one. */
  key: string | undefined
  bodyHash: string
}

/** What does not change from try to try. */
type Prepared = Pick<SendToContactRequest, 'number' | 'body' | 'template' | 'choices'>

const SEND_DEADLINE_MS = 10 * SECOND

/**
 * The connection of a token. An unknown token takes the same look-up as a known one; an empty one is refused.
 * @throws {AppError} ERR_UNAUTHORIZED, ERR_SUBSCRIPTION_EXPIRED, ERR_PLAN_FEATURE_DISABLED
 */
export async function identifyByToken(deps: ApiDeps, token: string): Promise<Connection> {
  // Platform scope: the company is known only by the token.
  const connection = await findOnPrimaries(deps.db, (tx) => deps.connections.findByToken(tx, token))
  if (!connection || token === '') throw new AppError('ERR_UNAUTHORIZED')
  const [anySession] = await deps.sessions.listSessions(connection.companyId)
  if (!anySession) throw new AppError('ERR_UNAUTHORIZED', { detail: 'the company has no active user' })
  if (isSubscriptionOver(anySession.dueAt, deps.clock.now()))
    throw new AppError('ERR_SUBSCRIPTION_EXPIRED', { dueAt: anySession.dueAt })
  const flags = await deps.flags(connection.companyId)
  if (!flags.useExternalApi) throw new AppError('ERR_PLAN_FEATURE_DISABLED')
  return connection
}

/** The number as WhatsApp writes it; as given while it is not checked. @throws {AppError} ERR_WAPP_INVALID_CONTACT */
async function resolveNumber(deps: ApiDeps, connection: Connection, number: string): Promise<string> {
  const check = await checkNumber(deps, connection, number)
  if (check === 'held' || check === 'not-connected') return number
  if (!check.exists) throw new AppError('ERR_WAPP_INVALID_CONTACT')
  return check.number
}

/* What is sent: a template with its text, or the text, with what can be tapped. */
const prepareText = async (
  deps: ApiDeps,
  { companyId, id }: Connection,
  { body, template, choices, files: [file] }: ApiCall,
): Promise<Omit<Prepared, 'number'>> => {
  if (!template) return { body, choices }
  const filled = await fillStoredTemplate(deps, companyId, id, { ...template, file })
  return { body: filled.text, template: filled.template }
}

/** @param sendKey idempotency key at tickets: a repeat is answered with the first send's message. */
async function send(
  deps: ApiDeps,
  { companyId, id }: Connection,
  call: ApiCall,
  { prepared, sendKey }: { prepared: Prepared; sendKey: string },
): Promise<SendApiAnswer> {
  const clientKey = buildClientKey(id, sendKey)
  const { messages } = await withStoredFiles(deps, { companyId, clientKey }, call.files, (medias) =>
    deps.rpc.tickets.sendToContact(
      {
        companyId,
        clientKey,
        connectionId: id,
        contactId: 0,
        ...prepared,
        medias,
        lane: OutboundLane.OUTBOUND_LANE_AGENT,
        userId: call.userId,
        queueId: call.queueId,
        closeTicket: call.closeTicket,
        senderName: '',
      },
      { deadlineMs: SEND_DEADLINE_MS },
    ),
  )
  const [first] = messages
  if (!first) throw new Error('tickets answered a send without a message')
  return { mensagem: 'Mensagem enviada', id: first.id, status: 'QUEUED' }
}

async function sendOnce(
  deps: ApiDeps,
  companyId: CompanyId,
  { quota, ...steps }: KeyedSend<Prepared>,
): Promise<SendApiAnswer> {
  await deps.db.withTenant(companyId, (tx) => quota.take(tx))
  const attempt = await attemptSend(steps, deps.ids.token(16))
  if ('answer' in attempt) return attempt.answer
  if (attempt.isCertain) await deps.db.withTenant(companyId, (tx) => quota.giveBack(tx))
  throw attempt.error
}

/**
 * Queues a message to a number from the token's connection; the answer says that it is durable, not that it was sent. With an
 * idempotency key it is queued once, also when a process dies in between: tickets stores the send key with the message.
 * @throws {AppError} ERR_VALIDATION for nothing to send, text or a second file beside a template, or files beside choices, what `fillStoredTemplate` throws, ERR_TOO_MANY_REQUESTS past the plan's limit, ERR_WAPP_INVALID_CONTACT,
 *   ERR_IDEMPOTENCY_IN_FLIGHT, ERR_IDEMPOTENCY_MISMATCH, and what `tickets` refuses
 */
export async function sendFromApi(
  deps: ApiDeps,
  connection: Connection,
  call: ApiCall,
): Promise<SendApiAnswer> {
  const hasText = call.body.trim() !== ''
  const isAlone = call.template ? !hasText && call.files.length <= 1 : hasText || call.files.length > 0
  if (!isAlone) throw new AppError('ERR_VALIDATION', { detail: 'body' })
  if (call.choices && call.files.length > 0)
    throw new AppError('ERR_VALIDATION', { detail: 'medias', fields: { choices: 'Only with a text' } })
  const { companyId, id: connectionId } = connection
  const steps: KeyedSend<Prepared> = {
    // Each file is a message, the text a caption.
    quota: await openQuota(deps, companyId, Math.max(1, call.files.length)),
    prepare: async () => ({
      ...(await prepareText(deps, connection, call)),
      number: await resolveNumber(deps, connection, call.number),
    }),
    send: (prepared, sendKey) => send(deps, connection, call, { prepared, sendKey }),
  }
  if (call.key === undefined) return sendOnce(deps, companyId, steps)
  const request = { companyId, connectionId, key: call.key, bodyHash: call.bodyHash }
  return sendOncePerKey(deps, request, steps)
}
