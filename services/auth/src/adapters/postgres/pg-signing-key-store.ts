import type { Tx, Sealer } from '@balcao/kernel'
import { execute, query, sql, type Row } from '@balcao/platform'

import type { SigningKey, SigningKeyStore, StoredKey } from '../../features/sessions/signing-key.store'
import { signingKeys } from './signing-key-table'

/* Advisory lock id: keys are created one at a time. */
const LOCK = 5_127_420

const purposeOf = (kid: string) => `signing-key ${kid}`

export class PgSigningKeyStore implements SigningKeyStore {
  /** @param onUnreadable called for a key that another AUTH_SEAL_KEY sealed: it verifies but cannot sign any more. */
  constructor(
    private readonly sealer: Sealer,
    private readonly onUnreadable: (kid: string) => void,
  ) {}

  async listActive(tx: Tx) {
    const rows = await query<Row & { private_pem: string }>(
      tx,
      sql`SELECT ${signingKeys.columns}, private_pem FROM signing_keys
        WHERE retired_at IS NULL ORDER BY created_at DESC`,
    )
    return rows.map((row) => {
      const key = signingKeys.read(row)
      const privatePem = this.sealer.open(row.private_pem, purposeOf(key.kid))
      if (privatePem === undefined) this.onUnreadable(key.kid)
      return { ...key, privatePem }
    })
  }

  listPublicKeys(tx: Tx): Promise<StoredKey[]> {
    return signingKeys.find(tx, sql`ORDER BY created_at DESC`)
  }

  async insert(tx: Tx, key: SigningKey): Promise<void> {
    const private_pem = this.sealer.seal(key.privatePem, purposeOf(key.kid))
    await execute(tx, signingKeys.insertion({ ...key, retiredAt: null }, { private_pem }))
  }

  async retireOthers(tx: Tx, kid: string, now: Date): Promise<void> {
    await execute(
      tx,
      sql`UPDATE signing_keys SET retired_at = ${now} WHERE kid <> ${kid} AND retired_at IS NULL`,
    )
  }

  async sweep(tx: Tx, before: Date): Promise<void> {
    await execute(tx, sql`DELETE FROM signing_keys WHERE retired_at < ${before}`)
  }

  async lock(tx: Tx): Promise<void> {
    await execute(tx, sql`SELECT pg_advisory_xact_lock(${LOCK})`)
  }
}
