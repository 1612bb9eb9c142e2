export { createSealer } from './sealer'
export { createSignedClaims } from './signed-claims'
