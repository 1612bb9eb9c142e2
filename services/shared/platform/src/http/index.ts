export { findSession } from './access'
export { makeApiKey } from './api-key'
export { pageExceptions, pagePolicy, type PageException, type PagePolicy } from './content-security-policy'
export { createHttpApp, type HttpAppOptions } from './http-app'
export {
  createHttpEdge,
  type EdgeRequest,
  type Handler,
  type HttpEdge,
  type PlainHandler,
  type TokenBearer,
  type TokenCaller,
  type TokenHandler,
} from './http-edge'
export { readHandling } from './handling'
export { routeBySegment } from './segment-router'
export { IgnoredFields } from './ignored-fields'
export { hashFile } from './hash-file'
export { readIdempotencyKey } from './keyed-requests'
export { readJsonBody, readRawJson } from './json-body'
export { isLocalCaller, isLocalNavigation, isSameToken, toCaller, type Caller } from './local-caller'
export type { UploadedFile } from './multipart'
export {
  defaultEdgeSettings,
  defaultUploadLimits,
  setEdgeSettings,
  type EdgeSettings,
  type UploadLimits,
} from './edge-settings'
export { parseNetwork } from './networks'
export { countedAddress, networkPrefix } from './network-prefix'
export { createRateLimits, type RateLimits } from './rate-limits'
export { ACCESS_TOKEN } from './access-token'
export { createTokenVerifier } from './token-verifier'
export { validateBody } from './validate'
