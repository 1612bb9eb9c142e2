import { parseAddress, parseAuthor, type MessageTarget } from '../whatsapp-driver'
import type { MessageIdentity } from './inbound.store'

/** A recorded message as the network is asked for it. */
export const toTarget = ({ remoteJid, participant, fromMe, waId }: MessageIdentity): MessageTarget => ({
  chat: parseAddress(remoteJid),
  author: parseAuthor(participant),
  fromMe,
  waId,
})
