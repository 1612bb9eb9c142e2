const PERSON = /^(\d+)@s\.whatsapp\.net$/

/** Digits of a person's number; '' for a chat that the official API cannot reach. */
export const toNumber = (remoteJid: string): string => PERSON.exec(remoteJid)?.[1] ?? ''

/** The chat of a person's number. */
export const toJid = (number: string): string => `${number}@s.whatsapp.net`
