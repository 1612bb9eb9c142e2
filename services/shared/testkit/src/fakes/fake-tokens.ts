import { companyId, userId } from '@balcao/contracts'
import { AppError, type Session, type TokenVerifier } from '@balcao/kernel'

/** A token that `fakeTokens` accepts. */
export const fakeToken = (session: Pick<Session, 'userId' | 'companyId' | 'tokenVersion'>): string =>
  `test.${session.userId}.${session.companyId}.${session.tokenVersion}`

/** Tokens without cryptography; `expired` is one past its expiry. */
export const fakeTokens = (): TokenVerifier => ({
  async verify(token) {
    if (token === 'expired') throw new AppError('ERR_SESSION_EXPIRED')
    const parts = /^test\.(\d+)\.(\d+)\.(\d+)$/.exec(token)
    if (!parts) throw new AppError('ERR_UNAUTHORIZED')
    return {
      userId: userId(Number(parts[1])),
      companyId: companyId(Number(parts[2])),
      tokenVersion: Number(parts[3]),
      keyId: 'test',
    }
  },
  assertTrusted: async () => undefined,
})
