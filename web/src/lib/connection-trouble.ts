import type { ConnectionStatus } from '@balcao/contracts'

const troubled: ReadonlySet<ConnectionStatus> = new Set<ConnectionStatus>([
  'qrcode',
  'PAIRING',
  'DISCONNECTED',
  'TIMEOUT',
  'OPENING',
  'PENDING',
])

/** Whether a number neither sends nor receives. */
export const isTroubled = ({ status }: { status: ConnectionStatus }): boolean => troubled.has(status)
