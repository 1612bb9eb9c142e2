import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'

import type { Clock, Database, Ids } from '@balcao/kernel'
import { MINUTE } from '@balcao/kernel'
import { ACCESS_TOKEN } from '@balcao/platform'
import { sign } from 'jsonwebtoken'

import type { AccessGrant, AccessTokens, PublicKey } from '../../features/sessions/access-tokens.port'
import type { SigningKey, SigningKeyStore } from '../../features/sessions/signing-key.store'

const TTL_SECONDS = (15 * MINUTE) / 1000

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

/** JWTs signed with the newest key; the first process that needs one makes it, under a lock, and everybody keeps it. */
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

  async publicKeys(): Promise<PublicKey[]> {
    await this.signerOf()
    // Platform scope: keys belong to no company.
    const keys = await this.deps.db.asPlatform((tx) => this.deps.keys.publicKeys(tx))
    return keys.map(({ kid, publicPem }) => ({ kid, pem: publicPem }))
  }

  private signerOf(): Promise<Signer> {
    this.signer ??= this.load().catch((error: unknown) => {
      this.signer = undefined
      throw error
    })
    return this.signer
  }

  private async load(): Promise<Signer> {
    const { db, keys, clock } = this.deps
    // Platform scope: keys belong to no company.
    const { key, isNew } = await db.asPlatform(async (tx) => {
      await keys.lock(tx)
      const [newest] = await keys.list(tx)
      if (newest) return { key: newest, isNew: false }
      const made = makeKey(clock.now())
      await keys.insert(tx, made)
      return { key: made, isNew: true }
    })
    if (isNew) this.deps.onKeyMade(key.kid)
    return { kid: key.kid, key: createPrivateKey(key.privatePem) }
  }
}
