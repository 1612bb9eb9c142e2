import type { CampaignId, CompanyId, ContactListId, MessageId } from '@balcao/contracts'
import type { Counted, Slice, Tx } from '@balcao/kernel'

import type { CampaignItem } from './campaign-item'

export { itemStates, type CampaignItem, type ItemState } from './campaign-item'

export interface PlannedPerson {
  name: string
  number: string
  email: string
}

/** Whom a campaign would be planned for, each number once. */
export interface Reach {
  people: number
  /** Of the contact list, known not to be on WhatsApp. */
  invalid: number
  optedOut: number
  /** By the first three digits of their numbers. */
  prefixes: { prefix: string; people: number }[]
  /** The first three that it would be sent to, with their positions in the campaign. */
  first: (PlannedPerson & { position: number })[]
}

export interface CampaignItemStore {
  /** What `planList`, `planPeople` and `findObstacle` would make of a list and people; nothing is written. */
  findReach(
    tx: Tx,
    companyId: CompanyId,
    contactListId: ContactListId | null,
    people: readonly PlannedPerson[],
  ): Promise<Reach>
  /** Items for a list's contacts whose numbers are not known to be off WhatsApp. A repeat adds none. */
  planList(
    tx: Tx,
    campaign: { companyId: CompanyId; id: CampaignId },
    contactListId: ContactListId,
  ): Promise<void>
  /** Items for people. A number is in a campaign once. */
  planPeople(
    tx: Tx,
    campaign: { companyId: CompanyId; id: CampaignId },
    people: readonly PlannedPerson[],
  ): Promise<void>
  countAll(tx: Tx, companyId: CompanyId, id: CampaignId): Promise<number>
  /** Whether a message of the campaign is being sent. */
  isSending(tx: Tx, companyId: CompanyId, id: CampaignId): Promise<boolean>
  /** The first confirmed or part-sent item that is due, else, with `mayBegin`, the first waiting one; locked. */
  lockNext(
    tx: Tx,
    companyId: CompanyId,
    id: CampaignId,
    due: { now: Date; mayBegin: boolean },
  ): Promise<CampaignItem | undefined>
  /** Whether its contact asked for no more messages, or its number was found to be off WhatsApp. */
  findObstacle(tx: Tx, item: CampaignItem): Promise<'opted-out' | 'not-on-whatsapp' | undefined>
  save(tx: Tx, item: CampaignItem): Promise<void>
  /** Whether items are without an outcome, and whether some wait for their turn. */
  findRest(tx: Tx, companyId: CompanyId, id: CampaignId): Promise<{ hasOpen: boolean; hasWaiting: boolean }>
  /** When the next confirmed or part-sent item is due. */
  findNextDue(tx: Tx, companyId: CompanyId, id: CampaignId): Promise<Date | undefined>
  /** Items that were asked before `before`: no answer came. Locked. */
  lockUnanswered(tx: Tx, companyId: CompanyId, id: CampaignId, before: Date): Promise<CampaignItem[]>
  /** The oldest unanswered confirmation. */
  findOldestAsked(tx: Tx, companyId: CompanyId, id: CampaignId): Promise<Date | undefined>
  findByMessage(tx: Tx, companyId: CompanyId, messageId: MessageId): Promise<CampaignItem | undefined>
  lock(tx: Tx, companyId: CompanyId, id: number): Promise<CampaignItem | undefined>
  /** Outcomes of the run, newest first. */
  listOutcomes(
    tx: Tx,
    companyId: CompanyId,
    id: CampaignId,
    which: { since: Date; most: number },
  ): Promise<('delivered' | 'failed')[]>
  /** Open or delivered items of a number, of campaigns of the company, newest campaign first. */
  listByNumber(tx: Tx, companyId: CompanyId, numberKey: string): Promise<CampaignItem[]>
  /** Whether there are such items. The transaction's last statement. */
  hasNumber(tx: Tx, companyId: CompanyId, numberKey: string): Promise<boolean>
  page(
    tx: Tx,
    companyId: CompanyId,
    id: CampaignId,
    slice: Slice & { isAnswered: boolean },
  ): Promise<Counted<CampaignItem>>
  /** No campaign is sent to the number any more. False when that was so before. */
  optOut(tx: Tx, companyId: CompanyId, numberKey: string, now: Date): Promise<boolean>
  /** Removes a person from lists, items and opt-outs: their contact was deleted. */
  erase(tx: Tx, companyId: CompanyId, numberKey: string): Promise<void>
}
