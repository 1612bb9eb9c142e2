export { checkNumber, type CheckDeps } from './check-number'
export { numberCache } from './number-cache'
export { messagingRpc } from './messaging.rpc'
export { numberChecksJob } from './number-checks.job'
