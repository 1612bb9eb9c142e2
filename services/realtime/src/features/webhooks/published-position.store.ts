import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

/** A company whose feed has rows that the topic of public events does not have. */
export interface PublishedPosition {
  companyId: CompanyId
  /** Of the last row that the topic has; 0 before the first. */
  seq: number
}

/** How far each company's feed is in the topic of public events. */
export interface PublishedPositions {
  /** Companies whose feed goes on after their position, but those that are being erased. Platform scope. */
  listBehind(tx: Tx): Promise<PublishedPosition[]>
  /** False, and nothing changed, unless the position is still the given one: it is erased, or another process was faster. */
  advance(tx: Tx, position: PublishedPosition, seq: number): Promise<boolean>
  /** When the oldest row was written that the topic does not have. Platform scope. */
  findOldestWaiting(tx: Tx): Promise<Date | undefined>
}
