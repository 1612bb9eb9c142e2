import { connectionId } from '@balcao/contracts'

import type { WaIdentity } from './message.store'

export interface WaIdentityValue {
  connectionId: number
  remoteJid: string
  participant: string
  fromMe: boolean
  waId: string
}

/** WhatsApp's identity of the message that an event names. */
export const toWaIdentity = (value: WaIdentityValue): WaIdentity => ({
  connectionId: connectionId(value.connectionId),
  remoteJid: value.remoteJid,
  participant: value.participant,
  fromMe: value.fromMe,
  waId: value.waId,
})
