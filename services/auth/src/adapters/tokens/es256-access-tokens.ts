import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'

import type { Clock, Database, Ids } from '@balcao/kernel'
import { MINUTE } from '@balcao/kernel'
import { ACCESS_TOKEN } from '@balcao/platform'
import { sign } from 'jsonwebtoken'

import type { AccessGrant, AccessTokens, PublicKey } from '../../features/sessions/access-tokens.port'
import type { SigningKey, SigningKeyStore, StoredKey } from '../../features/sessions/signing-key.store'

const TTL_SECONDS = ACCESS_TOKEN.lifeMs / 1000
/* During a rolling update, processes that cannot read the new key keep signing with the old one. */
const ROLL_MS = 5 * MINUTE
const RETIRED_LIFE_MS = ACCESS_TOKEN.lifeMs + ROLL_MS

const computeEnd = (retiredAt: Date | null): Date | undefined =>
  retiredAt ? new Date(retiredAt.getTime() + RETIRED_LIFE_MS) : undefined

interface Es256Deps {
  db: Database
  keys: SigningKeyStore
  clock: Clock
  ids: Ids
  onKeyMade(kid: string): void
}

interface Signer {
  kid: string
  key: KeyObject
}

function makeKey(now: Date): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  return {
    kid: createHash('sha256').update(publicPem).digest('base64url').slice(0, 16),
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicPem,
    createdAt: now,
  }
}

const signerFrom = (kid: string, privatePem: string): Signer => ({ kid, key: createPrivateKey(privatePem) })

/**
 * JWTs signed with the one key that is not retired. A process without a readable key creates one, under a
 * lock, which retires the others: they verify until their last token has expired.
 */
export class Es256AccessTokens implements AccessTokens {
  private signer: Promise<Signer> | undefined

  constructor(private readonly deps: Es256Deps) {}

  async issue(grant: AccessGrant): Promise<string> {
    const { kid, key } = await this.signerOf()
    const iat = Math.floor(this.deps.clock.now().getTime() / 1000)
    const claims = {
      cid: grant.companyId,
      tv: grant.tokenVersion,
      prof: grant.profile,
      iat,
      exp: iat + TTL_SECONDS,
    }
    return sign(claims, key, {
      algorithm: ACCESS_TOKEN.algorithm,
      issuer: ACCESS_TOKEN.issuer,
      audience: ACCESS_TOKEN.audience,
      subject: String(grant.userId),
      jwtid: this.deps.ids.next(),
      keyid: kid,
    })
  }

  async listPublicKeys(): Promise<PublicKey[]> {
    const signer = await this.signerOf()
    const stored = await this.storedKeys()
    const isSigning = stored.some(({ kid, retiredAt }) => kid === signer.kid && retiredAt === null)
    // Our key was retired: read the keys again before signing; if only others can read the new one, sign with ours.
    const keys = isSigning ? stored : await this.change(signer)
    const now = this.deps.clock.now()
    return keys
      .map(({ kid, publicPem, retiredAt }) => ({ kid, pem: publicPem, endsAt: computeEnd(retiredAt) }))
      .filter(({ endsAt }) => endsAt === undefined || endsAt > now)
  }

  private storedKeys(): Promise<StoredKey[]> {
    // Platform scope: keys belong to no company.
    return this.deps.db.asPlatform((tx) => this.deps.keys.listPublicKeys(tx))
  }

  private async change(current: Signer): Promise<StoredKey[]> {
    this.signer = this.load(current)
    await this.signerOf()
    return this.storedKeys()
  }

  private signerOf(): Promise<Signer> {
    const signer = (this.signer ??= this.load())
    signer.catch(() => {
      if (this.signer === signer) this.signer = undefined
    })
    return signer
  }

  private async load(current?: Signer): Promise<Signer> {
    const { db, keys, clock } = this.deps
    // Platform scope: keys belong to no company.
    const { key, isNew } = await db.asPlatform(async (tx) => {
      await keys.lock(tx)
      const active = await keys.listActive(tx)
      const readable = active.find(({ privatePem }) => privatePem !== undefined)
      if (readable?.privatePem !== undefined) return { key: signerFrom(readable.kid, readable.privatePem) }
      if (current && active.length > 0) return { key: current }
      const made = makeKey(clock.now())
      await keys.insert(tx, made)
      await keys.retireOthers(tx, made.kid, clock.now())
      await keys.sweep(tx, new Date(clock.now().getTime() - RETIRED_LIFE_MS))
      return { key: signerFrom(made.kid, made.privatePem), isNew: true }
    })
    if (isNew) this.deps.onKeyMade(key.kid)
    return key
  }
}
