export { createHttpEdge, type EdgeRequest, type Handler, type HttpEdge } from './http-edge'
export { type UploadedFile } from './multipart'
export { setEdgeSettings, type EdgeSettings } from './edge-settings'
export { createRateLimits, type RateLimits } from './rate-limits'
