import { createLogger } from '@balcao/platform'

export const feedLog = createLogger('realtime.feed')
export const socketLog = createLogger('realtime.sockets')
export const presenceLog = createLogger('realtime.presence')
