import * as contracts from '@balcao/contracts'
import type { AnyEndpoint } from '@balcao/contracts'

const exported: readonly unknown[] = Object.values(contracts)

/** Every route the contracts declare. */
export const endpoints = exported.filter(
  (value): value is AnyEndpoint =>
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value,
)
