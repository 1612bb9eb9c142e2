export type { AccessTokens, PublicKey } from './access-tokens.port'
export type { SessionDeps } from './session-deps'
