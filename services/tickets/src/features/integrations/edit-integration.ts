import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

import {
  SECRET_MASK,
  type BodyOf,
  type createQueueIntegration as createEndpoint,
  type QueueIntegrationId,
  type updateQueueIntegration as updateEndpoint,
  type QueueIntegrationSort,
} from '@balcao/contracts'
import {
  AppError,
  readPage,
  type CountedPage,
  type NumberedPage,
  type OutgoingHttp,
  type Sealer,
  type ServicePorts,
  type Session,
} from '@balcao/kernel'

import { detachQueues, type QueueDetachDeps } from '../queues'
import { isWebhook, sealPurposes, type Integration } from './integration'
import { integrationChanged, integrationDeleted } from './integration-events'
import type { IntegrationStore } from './integration.store'

export interface IntegrationDeps
  extends Pick<ServicePorts, 'db' | 'events' | 'ids' | 'clock'>, QueueDetachDeps {
  integrations: IntegrationStore
  sealer: Sealer
  integrationHttp: OutgoingHttp
}

type NewIntegration = BodyOf<typeof createEndpoint>
type IntegrationPatch = BodyOf<typeof updateEndpoint>

/** The signing secret is there when it was made with this change: it is told once. */
export interface EditedIntegration {
  integration: Integration
  signingSecret: string | undefined
}

const newSigningSecret = (): string => randomBytes(32).toString('base64url')

/* A name that resolves to a private address passes here and is refused at every call. */
function assertUrl(deps: IntegrationDeps, { type, url }: Integration): void {
  if (type === 'dialogflow') return
  if (url === '') throw new AppError('ERR_URL_NOT_ALLOWED', { detail: 'no URL' })
  deps.integrationHttp.check(url)
}

const sealJson = (deps: IntegrationDeps, { companyId }: Session, text: string): string | null =>
  text === '' ? null : deps.sealer.seal(text, sealPurposes.jsonContent(companyId))

/* Webhooks have a secret from the beginning; `renews` replaces it. */
function sign(
  deps: IntegrationDeps,
  integration: Integration,
  renews: boolean,
): { integration: Integration; signingSecret: string | undefined } {
  if (!isWebhook(integration))
    return { integration: { ...integration, sealedSigningSecret: null }, signingSecret: undefined }
  if (integration.sealedSigningSecret !== null && !renews) return { integration, signingSecret: undefined }
  const signingSecret = newSigningSecret()
  const sealedSigningSecret = deps.sealer.seal(
    signingSecret,
    sealPurposes.signingSecret(integration.companyId),
  )
  return { integration: { ...integration, sealedSigningSecret }, signingSecret }
}

/** @throws {AppError} ERR_DIALOG_NAME_ALREADY_EXISTS, ERR_URL_NOT_ALLOWED */
export async function createIntegration(
  deps: IntegrationDeps,
  session: Session,
  { jsonContent, urlN8N, ...body }: NewIntegration,
): Promise<EditedIntegration> {
  const { companyId } = session
  const draft = {
    ...pickFields(body),
    id: 0 as QueueIntegrationId,
    companyId,
    url: urlN8N,
    sealedJsonContent: jsonContent === SECRET_MASK ? null : sealJson(deps, session, jsonContent),
    sealedSigningSecret: null,
    createdAt: deps.clock.now(),
  }
  assertUrl(deps, draft)
  const signed = sign(deps, draft, false)
  return deps.db.withTenant(companyId, async (tx) => {
    const integration = await deps.integrations.insert(tx, signed.integration)
    await deps.events.append(tx, [integrationChanged(deps, integration, true)])
    return { integration, signingSecret: signed.signingSecret }
  })
}

const pickFields = (body: Omit<NewIntegration, 'jsonContent' | 'urlN8N'>) => ({
  type: body.type,
  name: body.name,
  projectName: body.projectName,
  language: body.language,
  typebotSlug: body.typebotSlug,
  typebotExpires: body.typebotExpires,
  typebotDelayMessage: body.typebotDelayMessage,
  typebotKeywordFinish: body.typebotKeywordFinish,
  typebotKeywordRestart: body.typebotKeywordRestart,
  typebotUnknownMessage: body.typebotUnknownMessage,
  typebotRestartMessage: body.typebotRestartMessage,
})

const applyPatch = (
  deps: IntegrationDeps,
  session: Session,
  before: Integration,
  patch: IntegrationPatch,
): Integration => ({
  ...before,
  type: patch.type ?? before.type,
  name: patch.name ?? before.name,
  projectName: patch.projectName ?? before.projectName,
  sealedJsonContent:
    patch.jsonContent === undefined || patch.jsonContent === SECRET_MASK
      ? before.sealedJsonContent
      : sealJson(deps, session, patch.jsonContent),
  language: patch.language ?? before.language,
  url: patch.urlN8N ?? before.url,
  typebotSlug: patch.typebotSlug ?? before.typebotSlug,
  typebotExpires: patch.typebotExpires ?? before.typebotExpires,
  typebotDelayMessage: patch.typebotDelayMessage ?? before.typebotDelayMessage,
  typebotKeywordFinish: patch.typebotKeywordFinish ?? before.typebotKeywordFinish,
  typebotKeywordRestart: patch.typebotKeywordRestart ?? before.typebotKeywordRestart,
  typebotUnknownMessage: patch.typebotUnknownMessage ?? before.typebotUnknownMessage,
  typebotRestartMessage: patch.typebotRestartMessage ?? before.typebotRestartMessage,
})

/**
 * The integration with what the patch names.
 * @throws {AppError} ERR_NO_DIALOG_FOUND, ERR_DIALOG_NAME_ALREADY_EXISTS, ERR_URL_NOT_ALLOWED
 */
export async function updateIntegration(
  deps: IntegrationDeps,
  session: Session,
  id: QueueIntegrationId,
  patch: IntegrationPatch,
): Promise<EditedIntegration> {
  return deps.db.withTenant(session.companyId, async (tx) => {
    const before = await deps.integrations.lock(tx, session.companyId, id)
    if (!before) throw new AppError('ERR_NO_DIALOG_FOUND')
    const patched = applyPatch(deps, session, before, patch)
    assertUrl(deps, patched)
    const { integration, signingSecret } = sign(deps, patched, patch.renewsSecret ?? false)
    if (isDeepStrictEqual(integration, before)) return { integration: before, signingSecret: undefined }
    await deps.integrations.save(tx, integration)
    await deps.events.append(tx, [integrationChanged(deps, integration, false)])
    return { integration, signingSecret }
  })
}

/** Deletes it; queues lose it. Conversations that it holds are given up at their next message. @throws {AppError} ERR_NO_DIALOG_FOUND */
export async function deleteIntegration(
  deps: IntegrationDeps,
  session: Session,
  id: QueueIntegrationId,
): Promise<void> {
  await deps.db.withTenant(session.companyId, async (tx) => {
    const integration = await deps.integrations.lock(tx, session.companyId, id)
    if (!integration) throw new AppError('ERR_NO_DIALOG_FOUND')
    await detachQueues(deps, tx, session.companyId, { integrationId: id })
    await deps.integrations.delete(tx, session.companyId, id)
    await deps.events.append(tx, [integrationDeleted(deps, integration)])
  })
}

/** @throws {AppError} ERR_NO_DIALOG_FOUND */
export async function readIntegration(
  deps: IntegrationDeps,
  { companyId }: Session,
  id: QueueIntegrationId,
): Promise<Integration> {
  const found = await deps.db.withTenant(companyId, (tx) => deps.integrations.find(tx, companyId, id))
  if (!found) throw new AppError('ERR_NO_DIALOG_FOUND')
  return found
}

/** 20 a page, newest first unless sorted. */
export function listIntegrations(
  deps: IntegrationDeps,
  { companyId }: Session,
  { searchParam, ...page }: NumberedPage<QueueIntegrationSort> & { searchParam: string },
): Promise<CountedPage<Integration>> {
  return readPage(page, (slice) =>
    deps.db.withTenant(companyId, (tx) => deps.integrations.page(tx, companyId, searchParam, slice)),
  )
}
