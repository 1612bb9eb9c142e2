import type { ErrorCode } from '@balcao/contracts'

import type { Refusal } from '../whatsapp-driver'
import type { Operation } from './outbound.store'

type OperationName = Operation['operation']

/** The network does not do it, for a reason it keeps to itself. */
const refused: Record<OperationName, ErrorCode> = {
  send: 'ERR_SENDING_WAPP_MSG',
  revoke: 'ERR_DELETE_WAPP_MSG',
  edit: 'ERR_EDITING_WAPP_MSG',
  react: 'ERR_REACT_WAPP_MSG',
}

/** What the desk is told when the server has refused a frame for good. */
export function failureOf(operation: OperationName, refusal: Refusal): ErrorCode {
  switch (refusal) {
    case 'restricted':
      return 'ERR_WAPP_RESTRICTED'
    case 'not-on-whatsapp':
      return 'ERR_WAPP_NOT_ON_WHATSAPP'
    case 'not-in-group':
      return 'ERR_WAPP_NOT_IN_GROUP'
    case 'token-missing':
    case 'refused':
      return refused[operation]
  }
}

/** Frames left and nobody ever answered. A message may be there all the same: only the phone knows. */
export const unanswered = (operation: OperationName): ErrorCode =>
  operation === 'send' ? 'ERR_WAPP_UNCONFIRMED' : refused[operation]

/** What it was about was never accepted. */
export const withoutTarget = (operation: OperationName): ErrorCode => refused[operation]
