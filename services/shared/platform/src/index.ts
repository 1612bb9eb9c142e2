export * from './grpc'
export * from './http'
export * from './media'
export * from './telemetry'
