import type { ErrorCode } from '@balcao/contracts'

import { readRefusal, type Refusal } from '../whatsapp-driver'
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
export const toFailureCode = (operation: OperationName, refusal: Refusal): ErrorCode =>
  readRefusal(refusal).code ?? refused[operation]

/** The error code after the last unacknowledged frame. The message may have arrived. */
export const noAnswerFailure = (operation: OperationName): ErrorCode =>
  operation === 'send' ? 'ERR_WAPP_UNCONFIRMED' : refused[operation]

/** The error code when the message to edit, delete or react to was never accepted. */
export const missingTargetFailure = (operation: OperationName): ErrorCode => refused[operation]
