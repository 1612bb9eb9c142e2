export * from './logger'
export * from './metrics'
export { startTelemetry } from './start-telemetry'
export * from './tracing'
