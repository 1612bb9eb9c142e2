import type { Tx } from '@balcao/kernel'

/** A page of the table in the order of its ids. */
export interface DeletedPage {
  deleted: number
  /** The page's last id; undefined when it has none. */
  last: string | undefined
  /** The page is full and has a row that is old enough: more may follow. */
  hasMore: boolean
}

export interface PageAsked {
  /** The page begins behind this id; undefined: at the first one. */
  after: string | undefined
  most: number
  /** How old a row must be, by the database's clock. */
  keptMs: number
}

export interface SentPageAsked extends PageAsked {
  /** The same of a message that was accepted and not delivered. */
  undeliveredKeptMs: number
}

/**
 * Rows of the journal and of the outbound queue that nothing needs any more, of all companies, by the database's clock. Needs a platform
 * transaction. Ids are in the order of time: the oldest rows come first, whichever company's they are.
 */
export interface OldRowsStore {
  /**
   * Received messages that were recorded so long ago. Those that wait for a file or content stay, and so does the last one of each writer in
   * a chat, which tells who has written.
   */
  deleteReceived(tx: Tx, page: PageAsked): Promise<DeletedPage>
  /**
   * Outbound rows that are settled and were queued, and changed last, so long ago. The last one that each connection sent stays.
   */
  deleteSent(tx: Tx, page: SentPageAsked): Promise<DeletedPage>
}
