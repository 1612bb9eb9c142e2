import { keepDigits, normalizePhone } from '@balcao/contracts'

import { joinedRow, skippedRow, type ImportedContact } from '@balcao/tickets/service'

import type { ImportContext } from './import-context'
import type { SourceContact } from './source.port'

/** What later records need of the contacts. */
export interface BroughtContacts {
  /** The chat's address, where a message does not say it. */
  jids: ReadonlyMap<string, string>
  names: ReadonlyMap<string, string>
  groups: ReadonlySet<string>
}

const LONGEST_NUMBER = 15
const SHORTEST_NUMBER = 7

function listIdentities({ isGroup, number, lid }: SourceContact): ImportedContact['identities'] {
  if (isGroup) return number === '' ? [] : [{ kind: 'group', value: `${number}@g.us` }]
  const phone = keepDigits(number)
  const isPhone = phone.length >= SHORTEST_NUMBER && phone.length <= LONGEST_NUMBER && phone !== lid
  return [
    ...(isPhone ? [{ kind: 'phone' as const, value: normalizePhone(phone) }] : []),
    ...(lid === '' ? [] : [{ kind: 'lid' as const, value: lid }]),
  ]
}

const toJid = ({ kind, value }: ImportedContact['identities'][number], number: string): string =>
  kind === 'group' ? value : kind === 'lid' ? `${value}@lid` : `${keepDigits(number)}@s.whatsapp.net`

const toImported = (contact: SourceContact, identities: ImportedContact['identities'], uuid: string) => ({
  sourceId: contact.id,
  uuid,
  identities,
  name: contact.name.trim().slice(0, 255) || contact.number || 'WhatsApp',
  number: contact.isGroup
    ? contact.number
    : identities.some(({ kind }) => kind === 'phone')
      ? keepDigits(contact.number)
      : '',
  email: contact.email,
  isGroup: contact.isGroup,
  extraInfo: contact.extraInfo.filter(({ name, value }) => Boolean(name) && Boolean(value)),
  createdAt: contact.createdAt,
  updatedAt: contact.updatedAt,
})

async function judge(
  { tickets, companyId, log }: ImportContext,
  contacts: readonly ReturnType<typeof toImported>[],
  /** Contacts of earlier pages by their identities. */
  judged: Map<string, number>,
) {
  const identities = contacts.flatMap((contact) => contact.identities)
  const known = await tickets.listKnownIdentities(companyId, identities)
  for (const { sourceId, identities: own } of contacts) {
    const keys = own.map(({ kind, value }) => `${kind}:${value}`)
    const here = keys.map((key) => known.get(key) ?? judged.get(key)).find((id) => id !== undefined)
    const row = here === undefined ? log.dryRow('contact', sourceId) : joinedRow('contact', sourceId, here)
    await log.add(row)
    for (const key of keys) if (!judged.has(key)) judged.set(key, row.ourId ?? 0)
  }
}

/** Contacts in batches; one whose number, LID or group is here is joined with that, and nothing of it changes. */
export async function bringContacts(
  context: ImportContext,
  makeUuid: () => string,
): Promise<BroughtContacts> {
  const { log, source, tickets, companyId } = context
  const jids = new Map<string, string>()
  const names = new Map<string, string>()
  const groups = new Set<string>()
  const judged = new Map<string, number>()
  for await (const page of source.contacts('')) {
    const batch = []
    const skipped = []
    for (const contact of page) {
      const identities = listIdentities(contact)
      const [first] = identities
      if (first) jids.set(contact.id, toJid(first, contact.number))
      names.set(contact.id, contact.name)
      if (contact.isGroup) groups.add(contact.id)
      if (log.find('contact', contact.id) !== undefined) continue
      const fault = contact.fault || (first ? '' : 'it has no number of WhatsApp')
      if (fault === '') batch.push(toImported(contact, identities, makeUuid()))
      else skipped.push(skippedRow('contact', contact.id, fault))
    }
    if (!log.scope) await judge(context, batch, judged)
    else if (batch.length + skipped.length > 0)
      log.remember(
        await tickets.importContacts({ companyId, importId: log.scope.importId, contacts: batch, skipped }),
      )
    log.remember(skipped)
  }
  return { jids, names, groups }
}

/** Here a tag is of a ticket. */
export async function bringTicketlessContactTags({ log, source }: ImportContext): Promise<void> {
  const fresh = (await source.ticketlessContactTags()).filter(
    (id) => log.find('contactTag', id) === undefined,
  )
  await log.add(...fresh.map((id) => skippedRow('contactTag', id, 'its contact has no ticket')))
}
