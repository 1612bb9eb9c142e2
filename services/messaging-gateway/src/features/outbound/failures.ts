import type { ErrorCode } from '@balcao/contracts'

import type { Refusal } from '../whatsapp-driver'
import type { Operation } from './outbound.store'

type OperationName = Operation['operation']

/** Refused by the server without a known reason. */
const refused: Record<OperationName, ErrorCode> = {
  send: 'ERR_SENDING_WAPP_MSG',
  revoke: 'ERR_DELETE_WAPP_MSG',
  edit: 'ERR_EDITING_WAPP_MSG',
  react: 'ERR_REACT_WAPP_MSG',
}

/** The error code of a frame that the server refused finally. */
export function toFailureCode(operation: OperationName, refusal: Refusal): ErrorCode {
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

/** The error code after the last unacknowledged frame. The message may have arrived. */
export const noAnswerFailure = (operation: OperationName): ErrorCode =>
  operation === 'send' ? 'ERR_WAPP_UNCONFIRMED' : refused[operation]

/** The error code when the message to edit, delete or react to was never accepted. */
export const missingTargetFailure = (operation: OperationName): ErrorCode => refused[operation]
