/** One option of a queue's menu. Options of a queue are a tree of at most ten levels. */
export interface QueueOptionView {
  id: number
  /** The choice's name in the menu. */
  title: string
  /** Said when it is chosen; `''` says the title. */
  message: string
  /** What the customer types to choose it: a number from 1, unique among its siblings. */
  option: string
  queueId: number
  /** The option whose menu this one is in; null in the queue's first menu. */
  parentId: number | null
  /** The file that is sent with the message; both null without one. */
  mediaPath: string | null
  mediaName: string | null
}
