import { readCampaignAnswer, type CampaignAnswerMeaning } from '@balcao/contracts'
import type { MessageReceived } from '@balcao/contracts/wire'
import { DAY } from '@balcao/kernel'

import type { CampaignMessage } from '../messages'
import type { Ticket } from '../tickets'

/** What a contact's message is for a campaign. */
export interface CampaignAnswer {
  /** The campaign's message that it answers. */
  to: CampaignMessage
  meaning: CampaignAnswerMeaning
  /** The campaign takes it: no bot answers, and it opens no ticket. */
  isTaken: boolean
}

/* A contact who answers later than this has refused. */
const ANSWER_WITHIN_MS = DAY

/* The newest question, unless its campaign has gone on to its message. */
const findQuestion = (sent: readonly CampaignMessage[], now: Date): CampaignMessage | undefined =>
  sent.find(
    ({ asks, campaignId, sentAt }, index) =>
      asks &&
      now.getTime() - sentAt.getTime() <= ANSWER_WITHIN_MS &&
      !sent.slice(0, index).some((later) => later.campaignId === campaignId),
  )

/**
 * Whether a contact's text answers a campaign. A yes or no answers its question while nobody serves the contact; with an unclosed
 * ticket the campaign takes it only directly after its own message, since bots ask questions too. Words that end campaigns always
 * count.
 * @param known what campaigns and the contact wrote to each other, newest first
 * @param ticket the contact's unclosed one
 */
export function decideCampaignAnswer(
  { body, kind, fromMe }: Pick<MessageReceived, 'body' | 'kind' | 'fromMe'>,
  known: readonly CampaignMessage[],
  ticket: Pick<Ticket, 'status' | 'lastMessage'> | undefined,
  now: Date,
): CampaignAnswer | undefined {
  const sent = known.filter((message) => message.fromMe && message.ack !== -1)
  const [last] = sent
  if (fromMe || kind !== 'chat' || !last) return undefined
  const question = findQuestion(sent, now)
  const meaning = readCampaignAnswer(body, {
    asks: question !== undefined,
    optOutWords: last.optOutWords,
  })
  if (!meaning) return undefined
  const isDirect = !ticket || known.some(({ id }) => id === ticket.lastMessage?.id)
  if (meaning === 'opt-out') return { to: last, meaning, isTaken: isDirect }
  if (!question || (!isDirect && ticket.status === 'open')) return undefined
  return { to: question, meaning, isTaken: isDirect && !question.opensTicket }
}
