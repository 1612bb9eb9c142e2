import type { WholeCompany } from './company'

export const NOWHERE = 2_000_000_000
const NOWHERE_UUID = '00000000-0000-7000-8000-000000000000'

/** The id at each position of a path or body, so that one table builds both calls. */
export interface Ids {
  company: number
  user: number
  ticket: number
  ticketUuid: string
  contact: number
  queue: number
  option: number
  connection: number
  tag: number
  quickMessage: number
  chat: number
  chatUuid: string
  fileList: number
  note: number
  schedule: number
  campaign: number
  contactList: number
  listItem: number
  listImport: number
  integration: number
  prompt: number
  apiKey: number
  webhook: number
  import: number
  message: string
}

export const unknownIds: Ids = {
  company: NOWHERE,
  user: NOWHERE,
  ticket: NOWHERE,
  ticketUuid: NOWHERE_UUID,
  contact: NOWHERE,
  queue: NOWHERE,
  option: NOWHERE,
  connection: NOWHERE,
  tag: NOWHERE,
  quickMessage: NOWHERE,
  chat: NOWHERE,
  chatUuid: NOWHERE_UUID,
  fileList: NOWHERE,
  note: NOWHERE,
  schedule: NOWHERE,
  campaign: NOWHERE,
  contactList: NOWHERE,
  listItem: NOWHERE,
  listImport: NOWHERE,
  integration: NOWHERE,
  prompt: NOWHERE,
  apiKey: NOWHERE,
  webhook: NOWHERE,
  import: NOWHERE,
  message: NOWHERE_UUID,
}

export const listIds = (company: WholeCompany): Ids => ({
  company: company.id,
  user: company.userId,
  ticket: company.ticket.id,
  ticketUuid: company.ticket.uuid,
  contact: company.ticket.contactId,
  queue: company.queue.id,
  option: company.option.id,
  connection: company.connection.id,
  tag: company.tag.id,
  quickMessage: company.quickMessage.id,
  chat: company.chat.id,
  chatUuid: company.chat.uuid,
  fileList: company.fileList.id,
  note: company.note.id,
  schedule: company.schedule.id,
  campaign: company.campaign.id,
  contactList: company.contactList.id,
  listItem: company.listItem.id,
  listImport: company.listImport.id,
  integration: company.integration.id,
  prompt: company.prompt.id,
  apiKey: company.apiKey.id,
  webhook: company.webhook.id,
  import: company.contactImport.id,
  message: company.received.id,
})

/** `{ticket}` becomes the foreign ticket's id, `{ownTicket}` the caller's. */
export const fillIds = (template: string, foreign: Ids, own: Ids) =>
  template.replace(/\{(own)?(\w+)\}/g, (_match, mine: string | undefined, name: string) => {
    const key = (mine ? name.charAt(0).toLowerCase() + name.slice(1) : name) as keyof Ids
    return String((mine ? own : foreign)[key])
  })
