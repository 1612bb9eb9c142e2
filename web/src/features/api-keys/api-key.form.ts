import type { ApiKeyView, Scope } from '@balcao/contracts'

import type { ApiKeyForm } from '../../data/api-keys.api'
import { toDayKey } from '../../lib/format-date'

export interface ApiKeyValues {
  name: string
  scopes: Scope[]
  queueIds: number[]
  /** One a line. */
  networks: string
  /** The last day, `YYYY-MM-DD` in local time; '' without one. */
  expiresAt: string
}

export const emptyApiKey: ApiKeyValues = { name: '', scopes: [], queueIds: [], networks: '', expiresAt: '' }

export const toApiKeyValues = ({
  name,
  scopes,
  queueIds,
  networks,
  expiresAt,
}: ApiKeyView): ApiKeyValues => ({
  name,
  scopes,
  queueIds,
  networks: networks.join('\n'),
  expiresAt: expiresAt === null ? '' : toDayKey(new Date(expiresAt)),
})

/** A key is valid until its last day ends here. */
export const toApiKeyBody = ({ networks, expiresAt, ...values }: ApiKeyValues): ApiKeyForm => ({
  ...values,
  networks: networks.split(/[\s,;]+/).filter((network) => network !== ''),
  expiresAt: expiresAt === '' ? null : new Date(`${expiresAt}T23:59:59.999`).toISOString(),
})
