import { AsyncLocalStorage } from 'node:async_hooks'

import type { Database } from '@balcao/kernel'

import type { Sql } from './sql'

/** What a piece of work does before each of its effects. */
export interface EffectCheck {
  /** Of one schema: one, or that of each primary. */
  databases: readonly Database[]
  /** The last statement of its transactions in these; it answers one row, and nothing is committed unless that `holds`. */
  statement: Sql
  refuse: () => Error
  /** Before an effect that no rollback takes back. */
  beforeOutsideEffect: () => Promise<void>
  /** False once the work is over: what it left running goes on without. */
  isOpen: boolean
}

const checks = new AsyncLocalStorage<EffectCheck>()

/** Runs the work with the check. */
export const withEffectCheck = <T>(check: EffectCheck, work: () => Promise<T>): Promise<T> =>
  checks.run(check, work)

/** Of the work that this is a part of. */
export function findEffectCheck(): EffectCheck | undefined {
  const check = checks.getStore()
  return check?.isOpen ? check : undefined
}
