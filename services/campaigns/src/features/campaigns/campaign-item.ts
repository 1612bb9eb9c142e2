import { messageId, type CampaignId, type CompanyId, type MessageId } from '@balcao/contracts'

export const itemStates = [
  'waiting',
  'asking',
  'asked',
  'confirmed',
  'part-sent',
  'sending',
  'delivered',
  'failed',
  'refused',
] as const
/**
 * `asking` and `sending`: its confirmation, its message or a file is being sent. `asked`: an answer is awaited. `confirmed`: its
 * message is due. `part-sent`: files were sent, the next one or the message is due. The last three are final.
 */
export type ItemState = (typeof itemStates)[number]

/** One contact of a campaign. */
export interface CampaignItem {
  id: number
  companyId: CompanyId
  campaignId: CampaignId
  /** From 0. */
  position: number
  name: string
  number: string
  numberKey: string
  email: string
  state: ItemState
  messageId: MessageId | null
  /** Option of the file list that is being sent; null while it is the message. */
  fileId: number | null
  /** Options that were sent. */
  sentFiles: readonly number[]
  /** Of its message, as in the specification; 0 before. */
  ack: number
  /** Code of the catalogue. */
  failure: string
  /** When the rest of a confirmed or part-sent item may be sent. */
  dueAt: Date | null
  confirmationRequestedAt: Date | null
  confirmedAt: Date | null
  /** What the contact answered last; '' before. */
  answer: string
  answeredAt: Date | null
  /** Tickets tells what is answered to its message; false for what an earlier release sent. */
  answersAreTold: boolean
  deliveredAt: Date | null
  endedAt: Date | null
}

export interface ItemCounts {
  delivered?: number
  failed?: number
  refused?: number
  confirmationsRequested?: number
  confirmed?: number
  received?: number
  read?: number
  answered?: number
}

/** What happened to an item, and what the campaign counts. */
export interface ItemChange {
  item: CampaignItem
  counts: ItemCounts
}

/** What a contact is sent next; undefined while nothing is. */
export const chooseStep = (item: CampaignItem, asks: boolean): 'confirmation' | 'message' | undefined => {
  if (item.state === 'confirmed' || item.state === 'part-sent') return 'message'
  if (item.state !== 'waiting') return undefined
  return asks ? 'confirmation' : 'message'
}

/** @param fileId the option that is sent instead of the message, which comes last */
export const markSending = (
  item: CampaignItem,
  step: 'confirmation' | 'message',
  id: string,
  fileId: number | null = null,
): CampaignItem => ({
  ...item,
  state: step === 'message' ? 'sending' : 'asking',
  messageId: messageId(id),
  fileId,
  dueAt: null,
  answersAreTold: true,
})

/** The first file that the contact does not have; undefined when the message is next. */
export const chooseFile = <File extends { id: number }>(
  { sentFiles }: Pick<CampaignItem, 'sentFiles'>,
  files: readonly File[],
): File | undefined => files.find(({ id }) => !sentFiles.includes(id))

const ANSWER_LENGTH = 100

/** The ack of a message that the contact's phone has. */
const RECEIVED = 2

const RESTRICTED = 'ERR_WAPP_RESTRICTED'
/* Of a request that was repeated weeks later; what was sent before stays sent. */
const TOO_LATE = 'ERR_WAPP_TOO_LATE'

function findStateBefore({ state, sentFiles, confirmedAt }: CampaignItem): ItemState {
  if (state === 'asking') return 'waiting'
  if (sentFiles.length > 0) return 'part-sent'
  return confirmedAt ? 'confirmed' : 'waiting'
}

/* WhatsApp took nothing of it: it is sent when the campaign goes on. */
function sendAgain(item: CampaignItem, now: Date): ItemChange {
  const state = findStateBefore(item)
  const dueAt = state === 'waiting' ? null : now
  return { item: { ...item, state, messageId: null, fileId: null, dueAt }, counts: {} }
}

function markFailed(item: CampaignItem, failure: string, now: Date): ItemChange {
  if (failure === RESTRICTED) return sendAgain(item, now)
  return { item: { ...item, state: 'failed', failure, endedAt: now }, counts: { failed: 1 } }
}

/* Accepted by Meta, refused by it afterwards: nothing of it arrived. */
function failLater(item: CampaignItem, failure: string): ItemChange | undefined {
  if (item.state !== 'delivered' || item.ack >= RECEIVED || failure === TOO_LATE) return undefined
  return {
    item: { ...item, state: 'failed', failure, deliveredAt: null },
    counts: { delivered: -1, failed: 1 },
  }
}

/* The counts of acks that rise past received and past 3, read. */
const countAck = (before: number, after: number): ItemCounts => ({
  ...(before < RECEIVED && after >= RECEIVED && { received: 1 }),
  ...(before < 3 && after >= 3 && { read: 1 }),
})

const markFileSent = (item: CampaignItem, fileId: number, now: Date): CampaignItem => ({
  ...item,
  state: 'part-sent',
  messageId: null,
  fileId: null,
  sentFiles: [...item.sentFiles, fileId],
  dueAt: now,
})

/**
 * The item after news of its message. WhatsApp's acceptance (ack 1) delivers it, begins to await the answer to its confirmation, or
 * makes what comes after a file due; later acks only rise, and a later failure takes back what the contact did not receive. The same
 * news again changes nothing: undefined.
 */
export function applyOutcome(
  item: CampaignItem,
  { ack, failure }: { ack: number; failure: string },
  now: Date,
): ItemChange | undefined {
  const isSending = item.state === 'asking' || item.state === 'sending'
  if (ack === -1) return isSending ? markFailed(item, failure, now) : failLater(item, failure)
  if (ack <= 0) return undefined
  if (item.state === 'asking')
    return {
      item: { ...item, state: 'asked', confirmationRequestedAt: now },
      counts: { confirmationsRequested: 1 },
    }
  if (item.state === 'sending' && item.fileId !== null)
    return { item: markFileSent(item, item.fileId, now), counts: {} }
  if (item.state !== 'sending' && item.state !== 'delivered') return undefined
  if (item.state === 'delivered' && ack <= item.ack) return undefined
  const delivered: CampaignItem = { ...item, state: 'delivered', ack }
  const counts = countAck(item.ack, ack)
  if (item.state === 'delivered') return { item: delivered, counts }
  return {
    item: { ...delivered, deliveredAt: now, endedAt: now },
    counts: { ...counts, delivered: 1 },
  }
}

/* An answer proves that the question arrived, before news of it came. */
const markAsked = (item: CampaignItem, now: Date): ItemChange =>
  item.state === 'asking'
    ? { item: { ...item, confirmationRequestedAt: now }, counts: { confirmationsRequested: 1 } }
    : { item, counts: {} }

export function refuse(item: CampaignItem, now: Date): ItemChange {
  const asked = markAsked(item, now)
  return {
    item: { ...asked.item, state: 'refused', dueAt: null, endedAt: now },
    counts: { ...asked.counts, refused: 1 },
  }
}

/* Its message is sent within ten seconds. */
function confirm(item: CampaignItem, now: Date, chance: number): ItemChange {
  const asked = markAsked(item, now)
  const dueAt = new Date(now.getTime() + chance * 10_000)
  return {
    item: { ...asked.item, state: 'confirmed', confirmedAt: now, dueAt },
    counts: { ...asked.counts, confirmed: 1 },
  }
}

const awaitsAnswer = ({ state }: CampaignItem): boolean => state === 'asked' || state === 'asking'

/**
 * The item after a yes or no to its question. A no counts until the message is sent, after a yes too; anything later changes
 * nothing: undefined.
 * @param chance from 0 to 1
 */
export function answerQuestion(
  item: CampaignItem,
  meaning: 'yes' | 'no',
  { now, chance }: { now: Date; chance: number },
): ItemChange | undefined {
  if (meaning === 'yes') return awaitsAnswer(item) ? confirm(item, now, chance) : undefined
  return awaitsAnswer(item) || item.state === 'confirmed' ? refuse(item, now) : undefined
}

/** Keeps what the contact answered, in words. A contact counts once. */
export const keepAnswer = (item: CampaignItem, answer: string, now: Date): ItemChange => ({
  item: { ...item, answer: answer.slice(0, ANSWER_LENGTH), answeredAt: now },
  counts: item.answeredAt ? {} : { answered: 1 },
})
