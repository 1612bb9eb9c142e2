import type { ConnectionStatus, ConnectionView, SessionEndReason } from '@balcao/contracts'

export type StatusTone = 'good' | 'busy' | 'bad'

/** The colour of a status; its word is always shown, too. */
export const chooseTone = (status: ConnectionStatus): StatusTone => {
  if (status === 'CONNECTED') return 'good'
  return status === 'OPENING' || status === 'qrcode' || status === 'PAIRING' ? 'busy' : 'bad'
}

export type SessionAction = 'showQr' | 'tryAgain' | 'newQr' | 'disconnect' | 'connecting'

/** The session buttons of a status. PENDING is shown like DISCONNECTED. */
export const listSessionActions = (status: ConnectionStatus): SessionAction[] => {
  switch (status) {
    case 'qrcode':
      return ['showQr']
    case 'DISCONNECTED':
    case 'PENDING':
      return ['tryAgain', 'newQr']
    case 'OPENING':
      return ['connecting']
    case 'CONNECTED':
    case 'PAIRING':
    case 'TIMEOUT':
      return ['disconnect']
  }
}

const endStatuses = [
  'outdated',
  'temporarily-banned',
  'banned',
  'held-elsewhere',
  'passkey-required',
] as const satisfies readonly SessionEndReason[]

/** The ends that are shown as a status of their own: they need a user, or time. */
export const findEndStatus = ({ status, lastEnd }: Pick<ConnectionView, 'status' | 'lastEnd'>) =>
  status === 'DISCONNECTED' ? endStatuses.find((end) => end === lastEnd) : undefined
