/** The find bar's field, for what asks whether it has the focus. */
export const FIND_FIELD = 'find-in-conversation'

/** What the find bar found in a conversation, and where it stands. */
export interface FindTarget {
  words: string
  messageIds: ReadonlySet<string>
  /** The one to show; null while there is none. */
  currentId: string | null
  /** Another number shows the same one again. */
  visit: number
}
