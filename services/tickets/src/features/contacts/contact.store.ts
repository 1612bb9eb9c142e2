import type { CompanyId, ContactId, TicketId } from '@balcao/contracts'
import type { ContactSnapshot } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

import type { Contact, ExtraInfo } from './contact'
import type { Identity } from './identity'

export type { Contact, ExtraInfo, Identity }

export interface KnownIdentity {
  identity: Identity
  contact: Contact
}

export type NewContact = Omit<Contact, 'id' | 'companyId'>

export interface UndoneMerge {
  contact: Contact
  /** The tickets that were its own before the merge; some may be another contact's by now, or gone. */
  ticketIds: TicketId[]
}

export interface ContactFilter {
  /** Folded words; each must begin a word of the name or a form of the number. */
  words: readonly string[]
  createdIn: { from: Date | undefined; to: Date | undefined } | undefined
}

export interface ContactPage {
  contacts: ContactSnapshot[]
  /** Exact up to 10,000, for a search up to 1,000. */
  count: number
  hasMore: boolean
}

/** Contacts and what they are known by. Rows of another company are not found. */
export interface ContactStore {
  byId(tx: Tx, companyId: CompanyId, id: ContactId): Promise<Contact | undefined>
  lockById(tx: Tx, companyId: CompanyId, id: ContactId): Promise<Contact | undefined>
  /** Those of the identities that name a contact, with it; in the given order. */
  byIdentities(tx: Tx, companyId: CompanyId, identities: readonly Identity[]): Promise<KnownIdentity[]>
  identitiesOf(tx: Tx, companyId: CompanyId, id: ContactId): Promise<Identity[]>
  insert(tx: Tx, companyId: CompanyId, contact: NewContact): Promise<Contact>
  /** Name, number, e-mail and picture; its search words follow. */
  save(tx: Tx, contact: Contact): Promise<void>
  /** False when the identity names another contact already; then nothing is written. Waits for a concurrent claim. */
  claimIdentity(tx: Tx, companyId: CompanyId, id: ContactId, identity: Identity): Promise<boolean>
  releaseIdentity(tx: Tx, companyId: CompanyId, id: ContactId, kind: Identity['kind']): Promise<void>
  /** Deletes the row alone: of a contact inserted in this transaction in vain, or merged into another one. */
  discard(tx: Tx, companyId: CompanyId, id: ContactId): Promise<void>
  replaceExtraInfo(
    tx: Tx,
    companyId: CompanyId,
    id: ContactId,
    extraInfo: readonly ExtraInfo[],
  ): Promise<void>
  /** Logs what `merged` is and has, its tickets too, then moves its identities, extra information and notes to `kept`. */
  moveToKept(tx: Tx, kept: Contact, merged: Contact, now: Date): Promise<void>
  /**
   * Takes back the last merge into `kept` that brought one of the identities: the merged contact lives again under its id
   * with what was logged of it and is still with `kept`, except its tickets. Undefined when there was none.
   */
  undoMerge(
    tx: Tx,
    kept: Contact,
    identities: readonly Identity[],
    now: Date,
  ): Promise<UndoneMerge | undefined>
  /** Whether a merge between two of these was undone: they are not the same, whatever the network says. */
  areKeptApart(tx: Tx, companyId: CompanyId, ids: readonly ContactId[]): Promise<boolean>
  /** Contacts that were merged into this one, and into those; not those whose merge was undone. */
  formerIds(tx: Tx, companyId: CompanyId, id: ContactId): Promise<number[]>
  /** Jids of the chats in which the contact's messages were told. */
  chatsOf(tx: Tx, companyId: CompanyId, id: ContactId): Promise<string[]>
  /** With its tickets and the log of its merges; documents of its messages are queued for erasure. */
  delete(tx: Tx, companyId: CompanyId, id: ContactId): Promise<void>
  snapshots(tx: Tx, companyId: CompanyId, ids: readonly ContactId[]): Promise<Map<ContactId, ContactSnapshot>>
  /** By name. */
  page(
    tx: Tx,
    companyId: CompanyId,
    filter: ContactFilter,
    page: { offset: number; size: number },
  ): Promise<ContactPage>
  /** Id, name and number by name, at most `most`. */
  names(
    tx: Tx,
    companyId: CompanyId,
    words: readonly string[],
    most: number,
  ): Promise<{ id: number; name: string; number: string }[]>
}
