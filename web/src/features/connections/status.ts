import {
  linksByCredentials,
  type ConnectionStatus,
  type ConnectionView,
  type SessionEndReason,
} from '@balcao/contracts'

export type StatusTone = 'good' | 'busy' | 'bad'

/** The colour of a status; its word is always shown, too. */
export const chooseTone = (status: ConnectionStatus): StatusTone => {
  if (status === 'CONNECTED') return 'good'
  return status === 'OPENING' || status === 'qrcode' || status === 'PAIRING' ? 'busy' : 'bad'
}

export type SessionAction = 'showQr' | 'tryAgain' | 'newQr' | 'credentials' | 'disconnect' | 'connecting'

/** The session buttons of a connection. PENDING is shown like DISCONNECTED. */
export const listSessionActions = ({
  status,
  capabilities,
}: Pick<ConnectionView, 'status' | 'capabilities'>): SessionAction[] => {
  const actions = listStatusActions(status)
  if (!linksByCredentials(capabilities)) return actions
  // Nothing is scanned: the credentials are entered anew whenever they have to be.
  return ['credentials', ...actions.filter((action) => action !== 'newQr' && action !== 'showQr')]
}

const listStatusActions = (status: ConnectionStatus): SessionAction[] => {
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
  'credentials-refused',
] as const satisfies readonly SessionEndReason[]

/** The ends that are shown as a status of their own: they need a user, or time. */
export const findEndStatus = ({ status, lastEnd }: Pick<ConnectionView, 'status' | 'lastEnd'>) =>
  status === 'DISCONNECTED' ? endStatuses.find((end) => end === lastEnd) : undefined
