import type { Tx } from '@balcao/kernel'
import { query } from '@balcao/platform'

import type { SealedWrite, VaultSession } from '../../features/signal-vault/signal-vault.store'
import { fenceOf, HOLDS_LEASE } from './pg-signal-vault-fence'

/*
 * One statement for everything a session writes at once: 812 pre-keys cost as many round trips as one key. The guard
 * also share-locks the company's current data key, so that it cannot be retired under a write. A server whose
 * administrator traded durability for speed must not do so here: a ratchet that falls back breaks conversations.
 */
const WRITE = `
  WITH guard AS MATERIALIZED (
    SELECT CASE current_setting('synchronous_commit')
      WHEN 'off' THEN set_config('synchronous_commit', 'on', true) END AS durability
    FROM session_lease l, signal_data_keys d
    WHERE ${HOLDS_LEASE} AND d.company_id = $1 AND d.version = $5 AND d.retired_at IS NULL
    FOR SHARE
  ), deleted AS (
    DELETE FROM signal_secrets s USING guard, unnest($6::text[], $7::text[]) AS x (type, id)
    WHERE s.company_id = $1 AND s.connection_id = $2 AND s.type = x.type AND s.id = x.id
  ), written AS (
    INSERT INTO signal_secrets (company_id, connection_id, type, id, key_version, content)
    SELECT $1, $2, x.type, x.id, $5, x.content
    FROM guard, unnest($8::text[], $9::text[], $10::bytea[]) AS x (type, id, content)
    ON CONFLICT (company_id, connection_id, type, id)
      DO UPDATE SET key_version = excluded.key_version, content = excluded.content
  ), noted AS (
    INSERT INTO signal_journal (company_id, connection_id, hash, key_version, content)
    SELECT $1, $2, x.hash, $5, x.content
    FROM guard, unnest($11::text[], $12::bytea[]) WITH ORDINALITY AS x (hash, content, place)
    ORDER BY x.place
    ON CONFLICT (company_id, connection_id, hash) DO NOTHING
  )
  SELECT durability FROM guard`

const CLOSE = `
  WITH guard AS MATERIALIZED (SELECT FROM session_lease l WHERE ${HOLDS_LEASE} FOR SHARE), closed AS (
    UPDATE signal_journal j SET content = NULL, key_version = NULL, closed_at = $6 FROM guard
    WHERE j.company_id = $1 AND j.connection_id = $2 AND j.hash = ANY ($5) AND j.closed_at IS NULL
  )
  SELECT FROM guard`

const WIPE = `
  WITH guard AS MATERIALIZED (SELECT FROM session_lease l WHERE ${HOLDS_LEASE} FOR SHARE), secrets AS (
    DELETE FROM signal_secrets s USING guard WHERE s.company_id = $1 AND s.connection_id = $2
  ), journal AS (
    DELETE FROM signal_journal j USING guard
    WHERE j.company_id = $1 AND j.connection_id = $2 AND j.closed_at IS NOT NULL
  )
  SELECT FROM guard`

export async function writeSealed(tx: Tx, session: VaultSession, write: SealedWrite): Promise<boolean> {
  const { keyVersion, deleted, secrets, journal } = write
  const rows = await query(tx, WRITE, [
    ...fenceOf(session),
    keyVersion,
    deleted.map(({ type }) => type),
    deleted.map(({ id }) => id),
    secrets.map(({ type }) => type),
    secrets.map(({ id }) => id),
    secrets.map(({ content }) => content),
    journal.map(({ hash }) => hash),
    journal.map(({ content }) => content),
  ])
  return rows.length > 0
}

export async function closeRows(
  tx: Tx,
  session: VaultSession,
  hashes: readonly string[],
  now: Date,
): Promise<boolean> {
  const rows = await query(tx, CLOSE, [...fenceOf(session), hashes, now])
  return rows.length > 0
}

export async function wipeRows(tx: Tx, session: VaultSession): Promise<boolean> {
  const rows = await query(tx, WIPE, fenceOf(session))
  return rows.length > 0
}
