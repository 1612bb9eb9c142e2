/** A customer's message as Meta's webhook writes it, without sender, id and time. */
export type IncomingContent = { type: string } & Record<string, unknown>

/** One that a phone number has received. */
export interface ReceivedMessage {
  id: string
  phoneNumberId: string
  from: string
  isRead: boolean
}

export interface CustomerWritesOptions {
  /** As `newMessageId` makes it; a new one unless given. */
  id?: string
  /** When it was written, of one that is told late; now unless given. */
  writtenAt?: Date
  /** The message that it answers. */
  quotedId?: string
  /** What Meta adds for a click on an ad or a post; opens the free entry point with the business's answer. */
  referral?: Record<string, unknown>
}
