import type { CompanyId, Profile, UserId } from '@balcao/contracts'

/** What an access token says about its bearer. `profile` is a hint for screens; rights come from the directory. */
export interface AccessGrant {
  userId: UserId
  companyId: CompanyId
  tokenVersion: number
  profile: Profile
}

export interface PublicKey {
  kid: string
  /** SPKI, PEM. */
  pem: string
  /** From then on nothing that it signed is accepted; undefined while it signs. */
  endsAt: Date | undefined
}

/** Signs access tokens (JWT, ES256) that live 15 minutes; whoever has the public keys can verify them. */
export interface AccessTokens {
  issue(grant: AccessGrant): Promise<string>
  /** Newest first. The first call ever makes the first key; retired keys are served until they end. */
  publicKeys(): Promise<PublicKey[]>
}
