export { checkNumber, type CheckDeps } from './check-number'
export { numberMemory } from './number-memory'
export { messagingRpc } from './lookups.rpc'
export { numberChecksJob } from './sweep.job'
