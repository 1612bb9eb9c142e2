import type { CompanyId, ContactId, ContactMergeView, ContactSort, TicketId, UserId } from '@balcao/contracts'
import type { ContactSnapshot } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

import type { UnclosedState } from '../tickets'
import type { Contact, ExtraInfo } from './contact'
import type { Identity } from './identity'

export type { Contact, ExtraInfo, Identity }

export interface KnownIdentity {
  identity: Identity
  contact: Contact
  /** It belonged to the contact once; `listWriters` alone answers such. */
  isFormer?: true
}

export type NewContact = Omit<Contact, 'id' | 'companyId'>

export interface ExportedContact {
  id: ContactId
  name: string
  number: string
  email: string
}

/** One of many that are made at once: named by a user. */
export interface NewPerson {
  identity: Identity
  name: string
  number: string
  email: string
}

/** The last time that a user gave a contact another number. */
export interface NumberChange {
  userId: UserId
  isByAdministrator: boolean
  changedAt: Date
}

/** By what a contact was recognised. */
export interface FormerIdentity extends Identity {
  /** As the contact showed it; '' of a second number and of privacy ids. */
  number: string
}

/** A ticket that a merge closes, as it was before. */
export interface ClosedByMerge {
  id: TicketId
  state: UnclosedState
}

export interface UndoneMerge {
  contact: Contact
  /** Its tickets before the merge; some may have been deleted or moved to another contact since. */
  ticketIds: TicketId[]
  closed: ClosedByMerge[]
}

export interface ContactFilter {
  /** Folded words; each must begin a word of the name or a form of the number. */
  words: readonly string[]
  createdIn: { from: Date | undefined; to: Date | undefined } | undefined
}

export interface ContactPageRequest {
  offset: number
  size: number
  /** By name without it. */
  sort?: ContactSort | undefined
}

export interface ContactPage {
  contacts: ContactSnapshot[]
  /** Exact up to 10,000, for a search up to 1,000. */
  count: number
  hasMore: boolean
}

/** Contacts and their identities. Rows of another company are not found. */
export interface ContactStore {
  find(tx: Tx, companyId: CompanyId, id: ContactId): Promise<Contact | undefined>
  lock(tx: Tx, companyId: CompanyId, id: ContactId): Promise<Contact | undefined>
  /** The identities that belong to a contact, with the contact; in the given order. */
  listByIdentities(tx: Tx, companyId: CompanyId, identities: readonly Identity[]): Promise<KnownIdentity[]>
  /** The same; where none belongs to a contact, those that did at that time and no longer do, the last ones first. */
  listWriters(
    tx: Tx,
    companyId: CompanyId,
    identities: readonly Identity[],
    writtenAt: Date,
  ): Promise<KnownIdentity[]>
  listIdentities(tx: Tx, companyId: CompanyId, id: ContactId): Promise<Identity[]>
  insert(tx: Tx, companyId: CompanyId, contact: NewContact): Promise<Contact>
  /**
   * Contacts of people with different identities. The id of each by its number, without
   * those whose identity another transaction claimed meanwhile. Waits for concurrent claims, in the given order.
   */
  insertAll(
    tx: Tx,
    companyId: CompanyId,
    people: readonly NewPerson[],
    now: Date,
  ): Promise<Map<string, ContactId>>
  /** Name, number, e-mail and picture; its search words follow. */
  save(tx: Tx, contact: Contact): Promise<void>
  /** False, and nothing written, when the identity belongs to another contact. Waits for a concurrent claim. */
  claimIdentity(tx: Tx, companyId: CompanyId, id: ContactId, identity: Identity): Promise<boolean>
  releaseIdentity(tx: Tx, companyId: CompanyId, id: ContactId, kind: Identity['kind']): Promise<void>
  /** The contact is known by these no longer: what of them it has may become another's. A later time replaces an earlier one. */
  leaveIdentities(
    tx: Tx,
    companyId: CompanyId,
    id: ContactId,
    left: { identities: readonly FormerIdentity[]; leftAt: Date },
  ): Promise<void>
  /** What the contact was known by until it was known by something else the last time. */
  listFormer(tx: Tx, companyId: CompanyId, id: ContactId): Promise<FormerIdentity[]>
  /** Replaces the one before. */
  logNumberChange(tx: Tx, companyId: CompanyId, id: ContactId, change: NumberChange): Promise<void>
  findNumberChange(tx: Tx, companyId: CompanyId, id: ContactId): Promise<NumberChange | undefined>
  /** Deletes the row alone: of a contact that lost a race in this transaction, or that was merged into another one. */
  discard(tx: Tx, companyId: CompanyId, id: ContactId): Promise<void>
  replaceExtraInfo(
    tx: Tx,
    companyId: CompanyId,
    id: ContactId,
    extraInfo: readonly ExtraInfo[],
  ): Promise<void>
  /** Logs what `merged` is and has, its tickets too, then moves its identities, extra information and notes to `kept`. */
  moveToKept(
    tx: Tx,
    kept: Contact,
    merged: Contact,
    log: { now: Date; closed: readonly ClosedByMerge[] },
  ): Promise<void>
  /**
   * Undoes the last merge into `kept` that brought one of the identities: the merged contact exists again under its id
   * with what was logged of it and is still with `kept`, except its tickets. Undefined when there was none.
   */
  undoMerge(
    tx: Tx,
    kept: Contact,
    identities: readonly Identity[],
    now: Date,
  ): Promise<UndoneMerge | undefined>
  /** The same for one merge that is not older than `since`. */
  undoMergeOf(
    tx: Tx,
    kept: Contact,
    mergedId: ContactId,
    times: { since: Date; now: Date },
  ): Promise<UndoneMerge | undefined>
  /** Merges into this contact since then that were not undone, newest first, at most 100. */
  listMerges(tx: Tx, companyId: CompanyId, keptId: ContactId, since: Date): Promise<ContactMergeView[]>
  /** The contact, or the one that it was merged into. */
  findCurrent(tx: Tx, companyId: CompanyId, id: ContactId): Promise<Contact | undefined>
  /** Whether a merge between two of these was undone: then they are not merged again. */
  areKeptApart(tx: Tx, companyId: CompanyId, ids: readonly ContactId[]): Promise<boolean>
  /** Contacts that were merged into this one, and into those; not those whose merge was undone. */
  listFormerIds(tx: Tx, companyId: CompanyId, id: ContactId): Promise<number[]>
  /** Jids of the chats with messages of the contact. */
  listChats(tx: Tx, companyId: CompanyId, id: ContactId): Promise<string[]>
  /** With its tickets and the log of its merges; documents of its messages are queued for erasure. */
  delete(tx: Tx, companyId: CompanyId, id: ContactId): Promise<void>
  findSnapshots(
    tx: Tx,
    companyId: CompanyId,
    ids: readonly ContactId[],
  ): Promise<Map<ContactId, ContactSnapshot>>
  page(tx: Tx, companyId: CompanyId, filter: ContactFilter, page: ContactPageRequest): Promise<ContactPage>
  /** Contacts but groups by name, after this one; from the first without it. */
  listAfter(
    tx: Tx,
    companyId: CompanyId,
    after: ExportedContact | undefined,
    most: number,
  ): Promise<ExportedContact[]>
  /** Id, name and number by name, at most `most`. */
  listNames(
    tx: Tx,
    companyId: CompanyId,
    words: readonly string[],
    most: number,
  ): Promise<{ id: number; name: string; number: string }[]>
}
