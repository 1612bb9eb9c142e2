import type { Tx } from '@balcao/kernel'
import { Parameter, query, sql } from '@balcao/platform'

import type { SealedWrite, VaultSession } from '../../features/signal-vault/signal-vault.store'
import { holdsLease } from './pg-signal-vault-fence'

/*
 * One statement for all rows of one write: 812 pre-keys take as many round trips as one
 * key. The guard also share-locks the company's current data key, so that the key
 * cannot be retired during the write. `synchronous_commit` off becomes on for this
 * transaction: a ratchet that falls back to an older state breaks conversations.
 */
export async function writeSealed(
  tx: Tx,
  session: VaultSession,
  { keyVersion, deleted, secrets, journal }: SealedWrite,
): Promise<boolean> {
  const company = new Parameter(session.companyId)
  const connection = new Parameter(session.connectionId)
  const version = new Parameter(keyVersion)
  const rows = await query(
    tx,
    sql`WITH guard AS MATERIALIZED (
        SELECT CASE current_setting('synchronous_commit')
          WHEN 'off' THEN set_config('synchronous_commit', 'on', true) END AS durability
        FROM session_lease l, signal_data_keys d
        WHERE ${holdsLease(session)} AND d.company_id = ${company} AND d.version = ${version} AND d.retired_at IS NULL
        FOR SHARE
      ), deleted AS (
        DELETE FROM signal_secrets s USING guard, unnest(
          ${deleted.map(({ type }) => type)}::text[], ${deleted.map(({ id }) => id)}::text[]) AS x (type, id)
        WHERE s.company_id = ${company} AND s.connection_id = ${connection} AND s.type = x.type AND s.id = x.id
      ), written AS (
        INSERT INTO signal_secrets (company_id, connection_id, type, id, key_version, content)
        SELECT ${company}, ${connection}, x.type, x.id, ${version}, x.content
        FROM guard, unnest(${secrets.map(({ type }) => type)}::text[], ${secrets.map(({ id }) => id)}::text[],
          ${secrets.map(({ content }) => content)}::bytea[]) AS x (type, id, content)
        ON CONFLICT (company_id, connection_id, type, id)
          DO UPDATE SET key_version = excluded.key_version, content = excluded.content
      ), noted AS (
        INSERT INTO signal_journal (company_id, connection_id, hash, key_version, content)
        SELECT ${company}, ${connection}, x.hash, ${version}, x.content
        FROM guard, unnest(${journal.map(({ hash }) => hash)}::text[],
          ${journal.map(({ content }) => content)}::bytea[]) WITH ORDINALITY AS x (hash, content, nth)
        ORDER BY x.nth
        ON CONFLICT (company_id, connection_id, hash) DO NOTHING
      )
      SELECT durability FROM guard`,
  )
  return rows.length > 0
}

export async function closeRows(
  tx: Tx,
  session: VaultSession,
  hashes: readonly string[],
  now: Date,
): Promise<boolean> {
  const rows = await query(
    tx,
    sql`WITH guard AS MATERIALIZED (SELECT FROM session_lease l WHERE ${holdsLease(session)} FOR SHARE), closed AS (
        UPDATE signal_journal j SET content = NULL, key_version = NULL, closed_at = ${now} FROM guard
        WHERE j.company_id = ${session.companyId} AND j.connection_id = ${session.connectionId}
          AND j.hash = ANY (${hashes}) AND j.closed_at IS NULL
      )
      SELECT FROM guard`,
  )
  return rows.length > 0
}

export async function wipeRows(tx: Tx, session: VaultSession): Promise<boolean> {
  const { companyId, connectionId } = session
  const rows = await query(
    tx,
    sql`WITH guard AS MATERIALIZED (SELECT FROM session_lease l WHERE ${holdsLease(session)} FOR SHARE), secrets AS (
        DELETE FROM signal_secrets s USING guard WHERE s.company_id = ${companyId} AND s.connection_id = ${connectionId}
      ), journal AS (
        DELETE FROM signal_journal j USING guard
        WHERE j.company_id = ${companyId} AND j.connection_id = ${connectionId} AND j.closed_at IS NOT NULL
      )
      SELECT FROM guard`,
  )
  return rows.length > 0
}
