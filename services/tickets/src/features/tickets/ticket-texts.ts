import { fillVariables, greetAt } from '@balcao/contracts'
import type { TicketSnapshot } from '@balcao/contracts/wire'

import type { ConnectionRules } from '../connections'
import type { CompanySettings } from '../settings'
import { customerWords } from './customer-words'
import type { TicketChange } from './decide-ticket'
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

/** The company's completion message; none when it has none. */
export const writeCompletion = ({ settings, rules, now }: TextFacts, contactName: string): string[] =>
  rules && rules.completionMessage.trim() !== ''
    ? [fillVariables(rules.completionMessage, { contactName, now, locale: settings })]
    : []

function writeRatingQuestion({ settings, rules, now }: TextFacts, contactName: string): string {
  const words = customerWords[settings.language]
  const own = fillVariables(rules?.ratingMessage ?? '', { contactName, now, locale: settings }).trim()
  return `${own || words.ratingQuestion}\n\n${words.ratingLegend}`
}

function writeResolved(facts: TextFacts, { after }: TicketChange, { contact }: TicketSnapshot): string[] {
  const contactName = contact?.name ?? ''
  return after.ratingAt === null
    ? writeCompletion(facts, contactName)
    : [writeRatingQuestion(facts, contactName)]
}

function writeBodies(
  facts: TextFacts,
  change: TicketChange,
  command: TicketCommand,
  snapshot: TicketSnapshot,
): string[] {
  switch (command.kind) {
    case 'accept':
      return writeAccepted(facts, snapshot)
    case 'transfer':
      return writeTransferred(facts, change, snapshot)
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
): CustomerText[] =>
  change.after.isGroup ? [] : writeBodies(facts, change, command, snapshot).map((body) => ({ body }))
