import type { ServiceName } from '@balcao/kernel'

export const serviceNames: readonly ServiceName[] = [
  'auth',
  'billing',
  'campaigns',
  'messaging-gateway',
  'realtime',
  'tickets',
]
