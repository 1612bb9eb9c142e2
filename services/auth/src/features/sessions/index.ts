export { endSessions } from './end-session'
export type { AccessTokens, PublicKey } from './access-tokens.port'
export type { RefreshTokenStore } from './refresh-token.store'
export type { SessionDeps } from './session-deps'
