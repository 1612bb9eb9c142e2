import { longest, metaId, secret } from './cloud-accounts.http'
import { endpoint } from './endpoint'
import { idText, literals, object } from './fields'
import { numberMoveRoutes } from './number-moves.routes'

/** As the credentials of the official API; nothing is stored yet that an empty one could keep. */
export const numberMoveBody = object({
  phoneNumberId: metaId(),
  businessAccountId: metaId(),
  token: secret(longest.token).required(literals.required),
  appSecret: secret(longest.appSecret).required(literals.required),
  verifyToken: secret(longest.verifyToken).required(literals.required),
})

const checks = {
  access: 'admin',
  tag: 'connections',
  params: object({ whatsappId: idText().required() }),
} as const

export const getNumberMove = endpoint(numberMoveRoutes.getNumberMove, {
  ...checks,
  summary:
    'What would not work, or otherwise, if a linked number moved to the official API. Changes nothing.',
  errors: ['ERR_NO_WAPP_FOUND', 'ERR_WAPP_NO_MOVE'],
})

export const moveNumber = endpoint(numberMoveRoutes.moveNumber, {
  ...checks,
  body: numberMoveBody,
  summary:
    'Moves a linked number to the official API once Meta has accepted the credentials: its device is unlinked, and tickets, contacts, tags and settings stay. Answered before the session has ended. There is no way back.',
  errors: [
    'ERR_NO_WAPP_FOUND',
    'ERR_WAPP_NO_MOVE',
    'ERR_WAPP_NOT_INITIALIZED',
    'ERR_CLOUD_OTHER_NUMBER',
    'ERR_CLOUD_TOKEN',
    'ERR_CLOUD_PERMISSION',
    'ERR_CLOUD_NUMBER_ID',
    'ERR_CLOUD_APP_SECRET',
    'ERR_CLOUD_NUMBER_TAKEN',
    'ERR_CLOUD_UNAVAILABLE',
  ],
})
