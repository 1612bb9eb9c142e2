import type { TokenClaims } from './session-directory.port'

/** The claims of a verified token, and the key that signed it. */
export interface VerifiedToken extends TokenClaims {
  keyId: string
}

/** Verifies access tokens (JWT, ES256) locally with auth's public keys, which are fetched anew every minute. */
export interface TokenVerifier {
  /**
   * @throws {AppError} ERR_SESSION_EXPIRED for a token past its time (refresh once), ERR_UNAUTHORIZED for anything else.
   */
  verify(token: string): Promise<VerifiedToken>
  /**
   * For callers that outlive the token they came with (sockets).
   * @throws {AppError} ERR_UNAUTHORIZED when the key that signed it has expired since.
   */
  assertTrusted(token: Pick<VerifiedToken, 'keyId'>): Promise<void>
}
