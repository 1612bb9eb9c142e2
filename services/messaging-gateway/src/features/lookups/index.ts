export { checkNumber, type CheckDeps } from './check-number'
export { messagingRpc } from './lookups.rpc'
export { numberChecksJob } from './sweep.job'
