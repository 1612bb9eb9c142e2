import type { JsonObject } from '@balcao/kernel'

const PERSON = /^(\d+)@s\.whatsapp\.net$/
/* Country, a dot and up to 128 letters and digits; `ENT.` before those of a parent portfolio (business-scoped-user-ids, 6 February 2026). */
const SCOPED = /^([A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128})@bsuid$/

/** The chat of a person's number, or of one who hides it. */
export const toJid = (number: string, bsuid: string): string =>
  number === '' ? `${bsuid}@bsuid` : `${number}@s.whatsapp.net`

/** To whom a message of the chat goes; undefined for a chat that the official API cannot reach. */
export function findRecipient(remoteJid: string): JsonObject | undefined {
  const [, to] = PERSON.exec(remoteJid) ?? []
  if (to !== undefined) return { to }
  const [, recipient] = SCOPED.exec(remoteJid) ?? []
  return recipient === undefined ? undefined : { recipient }
}
