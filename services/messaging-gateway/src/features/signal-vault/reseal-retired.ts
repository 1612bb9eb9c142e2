import type { CompanyId } from '@balcao/contracts'

import type { DataKey } from './data-key'
import { MAX_KEYS, tryRow, type MaintenanceDeps } from './maintain-vault'
import { openSecret, sealSecret } from './seal-write'
import type { SecretLocation } from './secret-location'
import type { CompanyDataKey } from './signal-vault.store'

type Table = SecretLocation['table']

const tables: readonly Table[] = ['secrets', 'journal']

/** Seals rows under retired data keys again under the current one, and deletes retired keys without rows. */
export async function resealRetired(deps: MaintenanceDeps, signal: AbortSignal): Promise<void> {
  const { db, store, dataKeys, signals } = deps
  const retired = await db.asPlatform((tx) => store.listRetiredDataKeys(tx, MAX_KEYS))
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
  // Rows that do not open stay where they are and are skipped.
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
    const held = await store.lockCurrentDataKey(tx, companyId)
    const to = held && tryRow(deps, { ...held, companyId }, () => deps.dataKeys.open(companyId, held))
    if (!to) return { found: 0, resealed: 0 }
    const rows = await store.lockSealed(tx, table, { companyId, keyVersion: version }, { skip, limit: step })
    const resealed = rows.flatMap((row) => {
      const content = tryRow(deps, dataKey, () => resealRow(companyId, deps.from, to, row))
      return content ? [{ location: row.location, content }] : []
    })
    await store.reseal(tx, table, { companyId, keyVersion: to.version }, resealed)
    return { found: rows.length, resealed: resealed.length }
  })
}

function resealRow(
  companyId: CompanyId,
  from: DataKey,
  to: DataKey,
  row: { location: SecretLocation; content: Buffer },
): Buffer {
  const plain = openSecret(companyId, from, row.location, row.content)
  const content = sealSecret(companyId, to, row.location, plain)
  plain.fill(0)
  return content
}
