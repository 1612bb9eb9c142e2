import {
  allScopes,
  type ApiKeyId,
  type ApiKeyView,
  type CompanyId,
  type QueueId,
  type UserId,
} from '@balcao/contracts'
import { deskEvent, orderingKeys, type DeskEvent } from '@balcao/contracts/wire'
import type { Clock, Ids } from '@balcao/kernel'

/** A key that an integrator calls with, without the key itself. */
export interface ApiKey {
  id: ApiKeyId
  companyId: CompanyId
  /** The maker, whose rights it never exceeds. */
  userId: UserId
  name: string
  prefix: string
  hash: string
  scopes: readonly string[]
  /** Empty: all that the maker sees. */
  queueIds: readonly QueueId[]
  /** Empty: any address. */
  networks: readonly string[]
  expiresAt: Date | null
  lastUsedAt: Date | null
  revokedAt: Date | null
  createdAt: Date
  /** Grows with every change. */
  revision: number
}

export type NewApiKey = Omit<ApiKey, 'id'>

export const toApiKeyView = (key: ApiKey, makerName: string): ApiKeyView => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  // A scope that this release does not have any more is not shown.
  scopes: allScopes.filter((scope) => key.scopes.includes(scope)),
  queueIds: [...key.queueIds],
  networks: [...key.networks],
  user: { id: key.userId, name: makerName },
  expiresAt: key.expiresAt?.toISOString() ?? null,
  lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  createdAt: key.createdAt.toISOString(),
})

/** The event with the key's present state. */
export const apiKeyChanged = (stamp: { ids: Ids; clock: Clock }, key: ApiKey): DeskEvent =>
  deskEvent(stamp, orderingKeys.apiKey(key.companyId, key.id), 'apiKeyChanged', {
    key: {
      id: key.id,
      userId: key.userId,
      hash: key.hash,
      scopes: [...key.scopes],
      queueIds: [...key.queueIds],
      networks: [...key.networks],
      expiresAt: key.expiresAt ?? undefined,
      revoked: key.revokedAt !== null,
      revision: key.revision,
    },
  })
