import type { LossKind } from '../rules/capabilities'
import type { numberMoveBody } from './number-moves.http'
import { type Sent, route } from './route'

/**
 * What changes for a number that moves to the official API, besides what its network does not have. `windowHours`: open conversations whose
 * customer has been silent for that long take templates only. `botTexts`: texts that the desk sends by itself wait for no customer.
 * `campaigns`, `schedules`: without a template. `hiddenNumbers`: people who are known by a privacy id of the app alone. `queued`: what has not
 * left goes by the new network, as far as it can. `unconfirmed`: what may have left is not sent again. `maxBytes`: files may be smaller only.
 */
export const moveChangeKinds = [
  'windowHours',
  'botTexts',
  'campaigns',
  'schedules',
  'hiddenNumbers',
  'queued',
  'unconfirmed',
  'maxBytes',
] as const
export type MoveChangeKind = (typeof moveChangeKinds)[number]

export interface MoveFinding {
  /** A change, or a capability that the connection loses. */
  kind: MoveChangeKind | LossKind
  /** How many conversations, campaigns, schedules, people or messages it concerns; null where nothing is counted. */
  count: number | null
}

export interface NumberMoveView {
  /** The number that must be the one at Meta, digits; '' when it is not known, and any is taken. */
  number: string
  /** Whether the move was ordered and is not finished: the session is being ended. */
  isMoving: boolean
  /** What will not work, or otherwise, in the order in which it is to be read. What concerns nobody is left out. */
  findings: MoveFinding[]
}

export const numberMoveRoutes = {
  getNumberMove: route('get', '/whatsapp/:whatsappId/move').with<{ answer: NumberMoveView }>(),
  moveNumber: route('post', '/whatsapp/:whatsappId/move').with<{
    body: Sent<typeof numberMoveBody>
    answer: { message: string }
  }>(),
}
