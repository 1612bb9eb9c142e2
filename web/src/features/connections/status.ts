import type { ConnectionStatus, ConnectionView, SessionEndReason } from '@balcao/contracts'

export type StatusTone = 'good' | 'busy' | 'bad'

/** How a status looks; the word always stands beside the icon. */
export const toneOf = (status: ConnectionStatus): StatusTone => {
  if (status === 'CONNECTED') return 'good'
  return status === 'OPENING' || status === 'qrcode' || status === 'PAIRING' ? 'busy' : 'bad'
}

export type SessionAction = 'showQr' | 'tryAgain' | 'newQr' | 'disconnect' | 'connecting'

/** The session buttons of a status. PENDING is shown like DISCONNECTED. */
export const sessionActionsOf = (status: ConnectionStatus): SessionAction[] => {
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

/** The end that has a status word of its own, while it lasts: a person is needed, or time. */
export const endStatusOf = ({ status, lastEnd }: Pick<ConnectionView, 'status' | 'lastEnd'>) =>
  status === 'DISCONNECTED' ? endStatuses.find((end) => end === lastEnd) : undefined
