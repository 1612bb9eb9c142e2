import type { Tx, Sealer } from '@balcao/kernel'
import { deleteRows, execute, insertRow, IsNull, LessThan, Not, sql, updateRows } from '@balcao/platform'

import type { SigningKey, SigningKeyStore, StoredKey } from '../../features/sessions/signing-key.store'
import { signingKeys } from './signing-key-table'
import { repositoryOf } from './tables'

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
    const found = await repositoryOf(tx, signingKeys)
      .createQueryBuilder('k')
      .addSelect('k.sealedPem')
      .where({ retiredAt: IsNull() })
      .orderBy('k.createdAt', 'DESC')
      .getMany()
    return found.map(({ sealedPem, ...key }) => {
      if (sealedPem === undefined) throw new TypeError('The private key was not selected')
      const privatePem = this.sealer.open(sealedPem, purposeOf(key.kid))
      if (privatePem === undefined) this.onUnreadable(key.kid)
      return { ...key, privatePem }
    })
  }

  listPublicKeys(tx: Tx): Promise<StoredKey[]> {
    return repositoryOf(tx, signingKeys).find({ order: { createdAt: 'DESC' } })
  }

  async insert(tx: Tx, { privatePem, ...key }: SigningKey): Promise<void> {
    const sealedPem = this.sealer.seal(privatePem, purposeOf(key.kid))
    await insertRow(repositoryOf(tx, signingKeys), { ...key, retiredAt: null, sealedPem })
  }

  async retireOthers(tx: Tx, kid: string, now: Date): Promise<void> {
    const others = { kid: Not(kid), retiredAt: IsNull() }
    await updateRows(repositoryOf(tx, signingKeys), others, { retiredAt: now })
  }

  async sweep(tx: Tx, before: Date): Promise<void> {
    await deleteRows(repositoryOf(tx, signingKeys), { retiredAt: LessThan(before) })
  }

  async lock(tx: Tx): Promise<void> {
    await execute(tx, sql`SELECT pg_advisory_xact_lock(${LOCK})`)
  }
}
