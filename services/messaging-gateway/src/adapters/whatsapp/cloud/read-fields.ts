import { readRecord, readText, type JsonObject } from '@balcao/kernel'

import type { Person } from '../../../features/whatsapp-driver'

const SECOND_MS = 1_000

/** Seconds since 1970, as a text. */
export function readTime(timestamp: unknown): Date {
  const seconds = Number(readText(timestamp))
  return new Date(Number.isFinite(seconds) ? seconds * SECOND_MS : 0)
}

/** The name of a contact of the webhook, or the user name. */
export function readName(contact: JsonObject): string {
  const { name, username } = readRecord(contact.profile)
  return readText(name) || readText(username)
}

/** A customer by the keys of the webhook. */
export const toPerson = (number: unknown, bsuid: unknown, name = ''): Person & { bsuid: string } => ({
  number: readText(number),
  lid: '',
  bsuid: readText(bsuid),
  name,
})
