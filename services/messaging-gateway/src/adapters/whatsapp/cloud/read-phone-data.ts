import { readRecord, readRecords, readText, type JsonObject } from '@balcao/kernel'

import type { Person } from '../../../features/whatsapp-driver'
import { toPerson } from './read-fields'

/**
 * Entries of the phone's address book: webhooks/reference/smb_app_state_sync (November 2025). Of one that was removed there is nothing: the
 * contacts of the desk are not the phone's.
 */
export const readContactsOfPhone = (value: JsonObject): Person[] =>
  readRecords(value.state_sync)
    .filter(({ type, action }) => type === 'contact' && action !== 'remove')
    .map(({ contact }) => readRecord(contact))
    .map(({ phone_number: number, user_id: bsuid, full_name: name, first_name: first }) =>
      toPerson(number, bsuid, readText(name) || readText(first)),
    )

/**
 * With whom the phone has chats: webhooks/reference/history (21 May 2026). Of the messages themselves nothing is kept, as with a linked
 * phone. Nobody where the owner shares no history, and in the parts that have files.
 */
export const readChatsOfPhone = (value: JsonObject): Person[] =>
  readRecords(value.history)
    .flatMap(({ threads }) => readRecords(threads))
    .map(({ id, context }) => {
      const { wa_id: number, user_id: bsuid } = readRecord(context)
      return toPerson(readText(number) || id, bsuid)
    })
