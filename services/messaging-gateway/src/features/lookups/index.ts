export { checkNumber, type CheckDeps } from './check-number'
export { numberCache } from './number-cache'
