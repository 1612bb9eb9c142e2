import type { CompanyId } from '@balcao/contracts'

import type { DataKey } from './data-key'
import { MOST_KEYS, tryRow, type MaintenanceDeps } from './maintain-vault'
import { openAt, sealAt } from './seal-write'
import type { SecretPlace } from './secret-place'
import type { CompanyDataKey } from './signal-vault.store'

type Table = SecretPlace['table']

const tables: readonly Table[] = ['secrets', 'journal']

/** Seals anew what lies under retired data keys, and deletes those that nothing needs any more. */
export async function resealRetired(deps: MaintenanceDeps, signal: AbortSignal): Promise<void> {
  const { db, store, dataKeys, signals } = deps
  const retired = await db.asPlatform((tx) => store.listRetiredDataKeys(tx, MOST_KEYS))
  for (const dataKey of retired) {
    if (signal.aborted) return
    const { companyId, version } = dataKey
    const from = tryRow(deps, dataKey, () => dataKeys.open(companyId, dataKey))
    if (from) for (const table of tables) await resealTable({ ...deps, dataKey, from, table }, signal)
    const isGone = await db.withTenant(companyId, (tx) => store.dropDataKey(tx, companyId, version))
    if (isGone) signals.vaultKeyMoved({ companyId, version, kind: 'dropped' })
  }
}

interface TableDeps extends MaintenanceDeps {
  dataKey: CompanyDataKey
  from: DataKey
  table: Table
}

async function resealTable(deps: TableDeps, signal: AbortSignal): Promise<void> {
  // Rows that do not open stay, in front of those that follow.
  let stuck = 0
  for (;;) {
    if (signal.aborted) return
    const { found, resealed } = await resealStep(deps, stuck)
    stuck += found - resealed
    if (found < deps.step) return
  }
}

function resealStep(deps: TableDeps, skip: number): Promise<{ found: number; resealed: number }> {
  const { db, store, dataKey, table, step } = deps
  const { companyId, version } = dataKey
  return db.withTenant(companyId, async (tx) => {
    const held = await store.holdDataKey(tx, companyId)
    const to = held && tryRow(deps, { ...held, companyId }, () => deps.dataKeys.open(companyId, held))
    if (!to) return { found: 0, resealed: 0 }
    const rows = await store.lockSealed(tx, table, { companyId, keyVersion: version }, { skip, limit: step })
    const resealed = rows.flatMap((row) => {
      const content = tryRow(deps, dataKey, () => resealRow(companyId, deps.from, to, row))
      return content ? [{ place: row.place, content }] : []
    })
    await store.reseal(tx, table, { companyId, keyVersion: to.version }, resealed)
    return { found: rows.length, resealed: resealed.length }
  })
}

function resealRow(
  companyId: CompanyId,
  from: DataKey,
  to: DataKey,
  row: { place: SecretPlace; content: Buffer },
): Buffer {
  const plain = openAt(companyId, from, row.place, row.content)
  const content = sealAt(companyId, to, row.place, plain)
  plain.fill(0)
  return content
}
