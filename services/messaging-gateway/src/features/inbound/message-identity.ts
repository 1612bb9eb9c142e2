import { formatAddress, parseAddress, parseAuthor, type MessageTarget } from '../whatsapp-driver'
import type { MessageIdentity } from './inbound.store'

/** A recorded message as the network is asked for it. */
export const toTarget = ({ remoteJid, participant, fromMe, waId }: MessageIdentity): MessageTarget => ({
  chat: parseAddress(remoteJid),
  author: parseAuthor(participant),
  fromMe,
  waId,
})

/** A message of the network as it is recorded. */
export const toIdentity = ({ chat, author, fromMe, waId }: MessageTarget): MessageIdentity => ({
  remoteJid: formatAddress(chat),
  participant: author ? formatAddress(author) : '',
  fromMe,
  waId,
})
