import type { Tx } from '@balcao/kernel'
import { entityManagerOf, query } from '@balcao/platform'
import { IsNull, LessThan, Not } from 'typeorm'

import type { SigningKey, SigningKeyStore, StoredKey } from '../../features/sessions/signing-key.store'
import type { Sealer } from '../sealing/sealer'
import { signingKeyRecords } from './records'

/* Advisory lock id: keys are created one at a time. */
const LOCK = 5_127_420

const purposeOf = (kid: string) => `signing-key ${kid}`

export class PgSigningKeyStore implements SigningKeyStore {
  /** @param onUnreadable called for a key that another AUTH_SEAL_KEY sealed: it verifies but cannot sign any more. */
  constructor(
    private readonly sealer: Sealer,
    private readonly onUnreadable: (kid: string) => void,
  ) {}

  async active(tx: Tx) {
    const records = await entityManagerOf(tx).find(signingKeyRecords, {
      where: { retiredAt: IsNull() },
      order: { createdAt: 'DESC' },
    })
    return records.map((record) => {
      const privatePem = this.sealer.open(record.privatePem, purposeOf(record.kid))
      if (privatePem === undefined) this.onUnreadable(record.kid)
      return { ...record, privatePem }
    })
  }

  async publicKeys(tx: Tx): Promise<StoredKey[]> {
    return entityManagerOf(tx).find(signingKeyRecords, {
      select: { kid: true, publicPem: true, createdAt: true, retiredAt: true },
      order: { createdAt: 'DESC' },
    })
  }

  async insert(tx: Tx, key: SigningKey): Promise<void> {
    const privatePem = this.sealer.seal(key.privatePem, purposeOf(key.kid))
    await entityManagerOf(tx).insert(signingKeyRecords, { ...key, privatePem, retiredAt: null })
  }

  async retireOthers(tx: Tx, kid: string, now: Date): Promise<void> {
    await entityManagerOf(tx).update(
      signingKeyRecords,
      { kid: Not(kid), retiredAt: IsNull() },
      { retiredAt: now },
    )
  }

  async sweep(tx: Tx, before: Date): Promise<void> {
    await entityManagerOf(tx).delete(signingKeyRecords, { retiredAt: LessThan(before) })
  }

  async lock(tx: Tx): Promise<void> {
    await query(tx, 'SELECT pg_advisory_xact_lock($1)', [LOCK])
  }
}
