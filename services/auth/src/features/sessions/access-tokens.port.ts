import type { CompanyId, Profile, UserId } from '@balcao/contracts'

/** Claims of an access token. `profile` is a hint for screens; rights come from the directory. */
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
  /** From then on its tokens are refused; undefined while it signs. */
  endsAt: Date | undefined
}

/** Signs access tokens (JWT, ES256) with a lifetime of 15 minutes. */
export interface AccessTokens {
  issue(grant: AccessGrant): Promise<string>
  /** Newest first. The first call ever creates the first key; retired keys are listed until they expire. */
  listPublicKeys(): Promise<PublicKey[]>
}
