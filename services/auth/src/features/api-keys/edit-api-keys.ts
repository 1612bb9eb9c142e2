import {
  MOST_API_KEYS,
  queueId,
  type ApiKeyId,
  type ApiKeyView,
  type BodyOf,
  type CompanyId,
  type createApiKey as createEndpoint,
  type QueueId,
  type updateApiKey as updateEndpoint,
} from '@balcao/contracts'
import { orderingKeys, type EventKey } from '@balcao/contracts/wire'
import {
  AppError,
  PAGE_SIZES,
  type Clock,
  type Database,
  type EventLog,
  type Ids,
  type Session,
  type Tx,
} from '@balcao/kernel'

import type { UserStore } from '../users'
import { apiKeyChanged, toApiKeyView, type ApiKey } from './api-key'
import type { ApiKeyStore } from './api-key.store'

export interface ApiKeyDeps {
  db: Database
  apiKeys: ApiKeyStore
  users: UserStore
  events: EventLog
  ids: Ids
  clock: Clock
  /** A new key, what it is recognised by, and what is stored of it. */
  makeKey(companyId: CompanyId): { key: string; prefix: string; hash: string }
  /** Whether the text is an address or a CIDR network. */
  isNetwork(text: string): boolean
  /** @throws {AppError} ERR_QUEUE_NOT_FOUND for a queue that is not the company's. */
  assertQueues(companyId: CompanyId, queueIds: readonly QueueId[]): Promise<void>
  /** Waits until the events of an ordering key have reached the other services, 1.3 s at most. */
  untilDelivered(key: EventKey): Promise<void>
  onEdited(who: Session, action: 'create' | 'update' | 'delete', apiKeyId: ApiKeyId): void
}

function assertNetworks({ isNetwork }: ApiKeyDeps, networks: readonly string[]): void {
  const faults = networks.flatMap((text, index) =>
    isNetwork(text) ? [] : [[`networks[${index}]`, 'Invalid network'] as const],
  )
  if (faults.length > 0) throw new AppError('ERR_VALIDATION', { fields: Object.fromEntries(faults) })
}

const parseTime = (text: string | null): Date | null => (text === null ? null : new Date(text))

async function nameMaker({ users }: ApiKeyDeps, tx: Tx, { companyId, userId }: ApiKey): Promise<string> {
  return (await users.find(tx, companyId, userId))?.name ?? ''
}

/** A page of the company's keys that are not revoked, newest first. */
export const listApiKeys = (
  deps: ApiKeyDeps,
  { companyId }: Session,
  pageNumber: number,
): Promise<{ apiKeys: ApiKeyView[]; count: number; hasMore: boolean }> =>
  deps.db.withTenant(companyId, async (tx) => {
    // MOST_API_KEYS at most.
    const keys = await deps.apiKeys.list(tx, companyId)
    const size = PAGE_SIZES.other
    const page = keys.slice((pageNumber - 1) * size, pageNumber * size)
    const makers = await deps.users.list(tx, companyId, [...new Set(page.map(({ userId }) => userId))])
    const nameOf = (key: ApiKey) => makers.find(({ id }) => id === key.userId)?.name ?? ''
    return {
      apiKeys: page.map((key) => toApiKeyView(key, nameOf(key))),
      count: keys.length,
      hasMore: keys.length > pageNumber * size,
    }
  })

/**
 * The key that calls.
 * @throws {AppError} ERR_NO_API_KEY_FOUND for a caller that is no key
 */
export const readCurrentApiKey = (
  deps: ApiKeyDeps,
  { companyId }: Session,
  id: ApiKeyId | undefined,
): Promise<ApiKeyView> =>
  deps.db.withTenant(companyId, async (tx) => {
    const key = id && (await deps.apiKeys.list(tx, companyId)).find((one) => one.id === id)
    if (!key) throw new AppError('ERR_NO_API_KEY_FOUND')
    return toApiKeyView(key, await nameMaker(deps, tx, key))
  })

/**
 * A new key of the caller, with the text that is shown once; every service takes it when this returns. Not idempotent.
 * @throws {AppError} ERR_VALIDATION for a network, ERR_QUEUE_NOT_FOUND, ERR_API_KEY_LIMIT
 */
export async function createApiKey(
  deps: ApiKeyDeps,
  session: Session,
  { name, scopes, queueIds, networks, expiresAt }: BodyOf<typeof createEndpoint>,
): Promise<ApiKeyView & { key: string }> {
  const { companyId, userId } = session
  assertNetworks(deps, networks)
  const queues = queueIds.map(queueId)
  await deps.assertQueues(companyId, queues)
  const { key: text, prefix, hash } = deps.makeKey(companyId)
  const { key, view } = await deps.db.withTenant(companyId, async (tx) => {
    deps.apiKeys.lockCompany(tx, companyId)
    if ((await deps.apiKeys.list(tx, companyId)).length >= MOST_API_KEYS)
      throw new AppError('ERR_API_KEY_LIMIT')
    const key = await deps.apiKeys.insert(tx, {
      companyId,
      userId,
      name,
      prefix,
      hash,
      scopes,
      queueIds: queues,
      networks,
      expiresAt: parseTime(expiresAt),
      lastUsedAt: null,
      revokedAt: null,
      createdAt: deps.clock.now(),
      revision: 1,
    })
    await deps.events.append(tx, [apiKeyChanged(deps, key)])
    return { key, view: toApiKeyView(key, await nameMaker(deps, tx, key)) }
  })
  deps.onEdited(session, 'create', key.id)
  await deps.untilDelivered(orderingKeys.apiKey(key.companyId, key.id))
  return { ...view, key: text }
}

/* Stores the changed key and tells the other services; answered once they know. */
async function changeApiKey(
  deps: ApiKeyDeps,
  { companyId }: Session,
  id: ApiKeyId,
  change: (key: ApiKey) => ApiKey,
): Promise<ApiKeyView> {
  const view = await deps.db.withTenant(companyId, async (tx) => {
    const before = await deps.apiKeys.lock(tx, companyId, id)
    if (!before) throw new AppError('ERR_NO_API_KEY_FOUND')
    const after = { ...change(before), revision: before.revision + 1 }
    await deps.apiKeys.save(tx, after)
    await deps.events.append(tx, [apiKeyChanged(deps, after)])
    return toApiKeyView(after, await nameMaker(deps, tx, after))
  })
  await deps.untilDelivered(orderingKeys.apiKey(companyId, id))
  return view
}

/**
 * The key with what the patch names; its maker stays, and so do its limits by the maker's rights. Idempotent.
 * @throws {AppError} ERR_NO_API_KEY_FOUND, ERR_VALIDATION for a network, ERR_QUEUE_NOT_FOUND
 */
export async function updateApiKey(
  deps: ApiKeyDeps,
  session: Session,
  id: ApiKeyId,
  patch: BodyOf<typeof updateEndpoint>,
): Promise<ApiKeyView> {
  const queues = patch.queueIds?.map(queueId)
  assertNetworks(deps, patch.networks ?? [])
  if (queues) await deps.assertQueues(session.companyId, queues)
  const view = await changeApiKey(deps, session, id, (key) => ({
    ...key,
    name: patch.name ?? key.name,
    scopes: patch.scopes ?? key.scopes,
    queueIds: queues ?? key.queueIds,
    networks: patch.networks ?? key.networks,
    expiresAt: patch.expiresAt === undefined ? key.expiresAt : parseTime(patch.expiresAt),
  }))
  deps.onEdited(session, 'update', id)
  return view
}

/**
 * Revokes the key; when this returns every service refuses it, or 1.3 s have passed.
 * @throws {AppError} ERR_NO_API_KEY_FOUND
 */
export async function revokeApiKey(deps: ApiKeyDeps, session: Session, id: ApiKeyId): Promise<void> {
  await changeApiKey(deps, session, id, (key) => ({ ...key, revokedAt: deps.clock.now() }))
  deps.onEdited(session, 'delete', id)
}
