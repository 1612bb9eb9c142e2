import type { ApiKeyView, Scope } from '@balcao/contracts'

import type { ApiKeyForm } from '../../data/api-keys.api'

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

const two = (part: number): string => String(part).padStart(2, '0')

const toLocalDay = (instant: string): string => {
  const date = new Date(instant)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

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
  expiresAt: expiresAt === null ? '' : toLocalDay(expiresAt),
})

/** A key is valid until its last day ends here. */
export const toApiKeyBody = ({ networks, expiresAt, ...values }: ApiKeyValues): ApiKeyForm => ({
  ...values,
  networks: networks.split(/[\s,;]+/).filter((network) => network !== ''),
  expiresAt: expiresAt === '' ? null : new Date(`${expiresAt}T23:59:59.999`).toISOString(),
})
