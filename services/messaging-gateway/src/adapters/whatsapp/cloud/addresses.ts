import { parseJid, toJid } from '../../../features/inbound'

/** Digits of a person's number; '' for a chat that the official API cannot reach. */
export const toNumber = (remoteJid: string): string => parseJid(remoteJid).number

export { toJid }
