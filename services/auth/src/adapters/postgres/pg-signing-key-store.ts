import type { Tx } from '@balcao/kernel'
import { managerOf, query } from '@balcao/platform'

import type { SigningKey, SigningKeyStore } from '../../features/sessions/signing-key.store'
import type { Sealer } from '../sealing/sealer'
import { signingKeyRecords } from './records'

/* Any number, the same in every process; keys are made one at a time. */
const LOCK = 5_127_420

const purposeOf = (kid: string) => `signing-key ${kid}`

export class PgSigningKeyStore implements SigningKeyStore {
  /** @param onUnreadable told of a key that another AUTH_SEAL_KEY sealed: it verifies but cannot sign any more. */
  constructor(
    private readonly sealer: Sealer,
    private readonly onUnreadable: (kid: string) => void,
  ) {}

  async list(tx: Tx): Promise<SigningKey[]> {
    const records = await managerOf(tx).find(signingKeyRecords, { order: { createdAt: 'DESC' } })
    return records.flatMap((record) => {
      const privatePem = this.sealer.open(record.privatePem, purposeOf(record.kid))
      if (privatePem === undefined) this.onUnreadable(record.kid)
      return privatePem === undefined ? [] : [{ ...record, privatePem }]
    })
  }

  async publicKeys(tx: Tx): Promise<Pick<SigningKey, 'kid' | 'publicPem'>[]> {
    return managerOf(tx).find(signingKeyRecords, {
      select: { kid: true, publicPem: true },
      order: { createdAt: 'DESC' },
    })
  }

  async insert(tx: Tx, key: SigningKey): Promise<void> {
    const privatePem = this.sealer.seal(key.privatePem, purposeOf(key.kid))
    await managerOf(tx).insert(signingKeyRecords, { ...key, privatePem })
  }

  async lock(tx: Tx): Promise<void> {
    await query(tx, 'SELECT pg_advisory_xact_lock($1)', [LOCK])
  }
}
