import type { Tx } from '@balcao/kernel'

/** A page of the table in the order of its ids. */
export interface DeletedPage {
  deleted: number
  /** The page's last id; undefined when it has none. */
  last: string | undefined
  /** More rows that are old enough may follow. */
  hasMore: boolean
}

export interface PageAsked {
  /** The page begins behind this id; undefined: at the first one. */
  after: string | undefined
  most: number
}

/**
 * Rows of the journal and of the outbound queue that nothing needs any more, of all companies, by the database's clock. Needs a platform
 * transaction. Ids are in the order of time: the oldest rows come first, whichever company's they are.
 */
export interface OldRowsStore {
  /**
   * Received messages that were recorded 30 days ago. Those that wait for a file or content stay, and so does the last message of each chat
   * and direction, which tells who has written.
   */
  deleteReceived(tx: Tx, page: PageAsked): Promise<DeletedPage>
  /**
   * Outbound rows that are settled and did not change for 30 days, 40 when the message was accepted and not delivered. The last one that
   * each connection sent stays.
   */
  deleteSent(tx: Tx, page: PageAsked): Promise<DeletedPage>
}
