import { connectionId } from '@balcao/contracts'

import type { WaIdentity } from './message.store'

export interface NamedOnTheNetwork {
  connectionId: number
  remoteJid: string
  participant: string
  fromMe: boolean
  waId: string
}

/** The message an event speaks of, as it is named on the network. */
export const targetOf = (value: NamedOnTheNetwork): WaIdentity => ({
  connectionId: connectionId(value.connectionId),
  remoteJid: value.remoteJid,
  participant: value.participant,
  fromMe: value.fromMe,
  waId: value.waId,
})
