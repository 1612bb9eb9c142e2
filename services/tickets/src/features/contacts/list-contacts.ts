import {
  keepDigits,
  type ContactId,
  type listContacts as listEndpoint,
  type QueryOf,
} from '@balcao/contracts'
import type { ContactSnapshot } from '@balcao/contracts/wire'
import { AppError, PAGE_SIZES, type Session } from '@balcao/kernel'

import { splitQuery } from '../../words'
import { saoPauloDay } from '../tickets'
import type { ContactDeps } from './contact-deps'
import type { ContactFilter, ContactPage } from './contact.store'

type ListQuery = QueryOf<typeof listEndpoint>
type Deps = Pick<ContactDeps, 'db' | 'contacts'>

/** Exports read all pages of a large company; a deeper page is answered empty. */
const DEEPEST_OFFSET = 300_000

function createdIn({ date, dateStart, dateEnd }: ListQuery): ContactFilter['createdIn'] {
  if (date) return saoPauloDay(date)
  if (!dateStart && !dateEnd) return undefined
  return {
    from: dateStart ? saoPauloDay(dateStart).from : undefined,
    to: dateEnd ? saoPauloDay(dateEnd).to : undefined,
  }
}

/** A page of 30 contacts by name, or as `sort` says. */
export async function listContacts(deps: Deps, session: Session, query: ListQuery): Promise<ContactPage> {
  const words = splitQuery(query.searchParam)
  const offset = (query.pageNumber - 1) * PAGE_SIZES.contacts
  const asksForNothing = query.searchParam.trim() !== '' && words.length === 0
  if (offset > DEEPEST_OFFSET || asksForNothing) return { contacts: [], count: 0, hasMore: false }
  return deps.db.withTenant(session.companyId, (tx) =>
    deps.contacts.page(
      tx,
      session.companyId,
      { words, createdIn: createdIn(query) },
      { offset, size: PAGE_SIZES.contacts, sort: query.sort },
    ),
  )
}

interface NamedContact {
  id: number
  name: string
  number: string
}

/* Unknown people are named after their number. */
const hideNumber = ({ id, name, number }: NamedContact): NamedContact => {
  const isNumber = number !== '' && keepDigits(name).endsWith(number.slice(-8))
  return { id, name: isNumber ? `…${number.slice(-4)}` : name, number: '' }
}

/**
 * Id, name and number of at most 5,000 contacts by name; without numbers where there are more than a page of them: all numbers are read by
 * the export, which is logged and not everybody's.
 */
export async function listAllContacts(deps: Deps, session: Session, name: string): Promise<NamedContact[]> {
  const { companyId } = session
  const contacts = await deps.db.withTenant(companyId, (tx) =>
    deps.contacts.listNames(tx, companyId, splitQuery(name), PAGE_SIZES.all),
  )
  return contacts.length > PAGE_SIZES.contacts ? contacts.map(hideNumber) : contacts
}

/** @throws {AppError} ERR_NO_CONTACT_FOUND */
export async function getContact(deps: Deps, session: Session, id: ContactId): Promise<ContactSnapshot> {
  const found = await deps.db.withTenant(session.companyId, (tx) =>
    deps.contacts.findSnapshots(tx, session.companyId, [id]),
  )
  const contact = found.get(id)
  if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND')
  return contact
}
