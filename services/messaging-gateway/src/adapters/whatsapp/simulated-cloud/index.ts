export { DEMO_ACCOUNT } from './demo-account'
export { OfficialPhone } from './official-phone'
export type { OfficialLine } from './official-ledger'
export { startSimulatedCloud } from './start-simulated-cloud'
