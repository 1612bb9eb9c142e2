import type { TokenClaims } from './session-directory.port'

/** Verifies access tokens (JWT, ES256) locally with auth's public keys, fetched once and on an unknown key id. */
export interface TokenVerifier {
  /**
   * @throws {AppError} ERR_SESSION_EXPIRED for a token past its time (refresh once), ERR_UNAUTHORIZED for anything else.
   */
  verify(token: string): Promise<TokenClaims>
}
