import { fillVariables, fitChoices, greetAt, type AutomaticText } from '@balcao/contracts'
import type { TicketSnapshot } from '@balcao/contracts/wire'

import { capabilitiesOf, type ConnectionRules } from '../connections'
import type { CompanySettings } from '../settings'
import { customerWords } from './customer-words'
import type { TicketChange } from './decide-ticket'
import { ratingChoiceId, ratingChoiceIds } from './rating'
import type { CustomerText, TicketCommand } from './ticket-command'

/** What the texts around a ticket depend on. */
export interface TextFacts {
  settings: CompanySettings
  /** Undefined when the connection was deleted. */
  rules: ConnectionRules | undefined
  now: Date
}

function writeAccepted(facts: TextFacts, { contact, user }: TicketSnapshot): string[] {
  if (!facts.settings.greetsOnAccept || !user) return []
  const words = customerWords[facts.settings.language]
  const greeting = [greetAt(facts.now, facts.settings), contact?.name ?? '']
    .filter((part) => part !== '')
    .join(', ')
  return [`${words.automatic}\n${greeting}. ${words.accepted(user.name)}`]
}

function writeTransferred(
  { settings }: TextFacts,
  { before, after }: TicketChange,
  { queue, user }: TicketSnapshot,
): string[] {
  if (!settings.tellsTransfer) return []
  const words = customerWords[settings.language]
  const toQueue = before.queueId === after.queueId ? undefined : queue?.name
  const toAgent = before.userId === after.userId ? undefined : user?.name
  if (toQueue === undefined && toAgent === undefined) return []
  const said =
    toQueue === undefined
      ? words.movedToAgent(toAgent ?? '')
      : toAgent === undefined
        ? words.movedToQueue(toQueue)
        : words.movedToBoth(toQueue, toAgent)
  return [`${words.automatic}\n${said}`]
}

/* A text of the company's own; none when it has none. */
const writeOwn = (
  { settings, now }: TextFacts,
  text: AutomaticText,
  template: string | undefined,
  contactName: string,
): CustomerText[] =>
  template && template.trim() !== ''
    ? [{ text, body: fillVariables(template, { contactName, now, locale: settings }) }]
    : []

/** The company's completion message; none when it has none. */
export const writeCompletion = (facts: TextFacts, contactName: string): CustomerText[] =>
  writeOwn(facts, 'completion', facts.rules?.completionMessage, contactName)

/** What the company says when it closes the ticket of a silent customer; none when it says nothing. */
export const writeExpired = (facts: TextFacts, contactName: string): CustomerText[] =>
  writeOwn(facts, 'expiry', facts.rules?.expiresInactiveMessage, contactName)

/* The number is an answer, too. */
function writeRatingQuestion({ settings, rules, now }: TextFacts, contactName: string): CustomerText {
  const words = customerWords[settings.language]
  const own = fillVariables(rules?.ratingMessage ?? '', { contactName, now, locale: settings }).trim()
  const text = own || words.ratingQuestion
  const body = `${text}\n\n${words.ratingLegend}`
  const asked = { text: 'rating' as const, choiceIds: ratingChoiceIds, body }
  if (settings.chatBotType === 'text') return asked
  const offered = {
    prefers: 'buttons' as const,
    text,
    // Three short titles are buttons: there is no list to open.
    open: '',
    options: words.ratings.map((title, index) => ({ id: ratingChoiceId(index + 1), title })),
  }
  return { ...asked, choices: fitChoices(offered, capabilitiesOf(rules && { rules })) }
}

function writeResolved(
  facts: TextFacts,
  { after }: TicketChange,
  { contact }: TicketSnapshot,
): CustomerText[] {
  const contactName = contact?.name ?? ''
  return after.ratingAt === null
    ? writeCompletion(facts, contactName)
    : [writeRatingQuestion(facts, contactName)]
}

const toText = (body: string): CustomerText => ({ body })

function writeTexts(
  facts: TextFacts,
  change: TicketChange,
  command: TicketCommand,
  snapshot: TicketSnapshot,
): CustomerText[] {
  switch (command.kind) {
    case 'accept':
      return writeAccepted(facts, snapshot).map(toText)
    case 'transfer':
      return writeTransferred(facts, change, snapshot).map(toText)
    case 'resolve':
      return command.isSilent || change.after.textDueAt !== null ? [] : writeResolved(facts, change, snapshot)
    case 'send-due-text':
      return command.isDropped ? [] : writeResolved(facts, change, snapshot)
    default:
      return []
  }
}

/**
 * What the customer is told about an agent's change: the agent's name (sendGreetingAccepted), the transfer
 * (sendMsgTransfTicket), the rating question (userRating) or the completion message. Groups are told nothing.
 */
export const writeTicketTexts = (
  facts: TextFacts,
  change: TicketChange,
  command: TicketCommand,
  snapshot: TicketSnapshot,
): CustomerText[] => (change.after.isGroup ? [] : writeTexts(facts, change, command, snapshot))
