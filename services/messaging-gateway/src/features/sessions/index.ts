export { startSupervisor, type SessionSupervisor, type SupervisorDeps } from './session-supervisor'
export type { SessionTimes } from './run-session'
export { checkNumber } from './check-number.rpc'
export { pendingWork } from './pending'
