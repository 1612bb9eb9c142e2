import { promptId, queueIntegrationId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { Integration, IntegrationStore } from '../integrations'
import type { MessageDeps } from '../messages'
import type { Prompt, PromptStore } from '../prompts'
import type { Ticket } from '../tickets'
import type { AskIntegrationDeps } from './ask-integration'
import type { AskPromptDeps } from './ask-prompt'
import type { LoadedTurn } from './assistant-reply'
import { findHolder, type AssistantTurn } from './assistant'
import type { AssistantStore } from './assistant.store'
import type { ChargesDeps } from './charges'
import { buildLine } from './conversation-line'
import { toMonth } from './prompt-month'
import type { RemoteFileDeps } from './store-remote-file'

export interface TurnDeps
  extends MessageDeps, AskIntegrationDeps, AskPromptDeps, ChargesDeps, RemoteFileDeps {
  assistants: AssistantStore
  integrations: IntegrationStore
  prompts: PromptStore
}

export type Target =
  { kind: 'integration'; integration: Integration } | { kind: 'prompt'; prompt: Prompt } | { kind: 'charges' }

/** Whether the ticket still waits for this answer: no person has it, and nothing else holds it. */
export function isHeldBy(ticket: Ticket, turn: AssistantTurn): boolean {
  const holder = findHolder(ticket)
  const isWaiting = ticket.status === 'pending' && ticket.userId === null
  if (turn.kind === 'charges') return isWaiting && !holder && ticket.queueId === turn.targetId
  return isWaiting && holder?.kind === turn.kind && holder.id === turn.targetId
}

async function findTarget(deps: TurnDeps, tx: Tx, turn: AssistantTurn): Promise<Target | undefined> {
  if (turn.kind === 'prompt') {
    const prompt = await deps.prompts.find(tx, turn.companyId, promptId(turn.targetId))
    return prompt && { kind: 'prompt', prompt }
  }
  if (turn.kind === 'charges') return { kind: 'charges' }
  const integration = await deps.integrations.find(tx, turn.companyId, queueIntegrationId(turn.targetId))
  return integration && { kind: 'integration', integration }
}

/** The turn's target and all that its answer depends on; undefined when there is nothing to answer any more. */
export async function loadTurn(
  deps: TurnDeps,
  turn: AssistantTurn,
): Promise<{ target: Target | undefined; loaded: LoadedTurn } | undefined> {
  const { companyId, ticketId, messageId } = turn
  const read = await deps.db.withTenant(companyId, async (tx) => {
    const ticket = await deps.tickets.find(tx, companyId, ticketId)
    const message = await deps.messages.find(tx, companyId, messageId)
    if (!ticket || !message || !isHeldBy(ticket, turn)) return undefined
    const target = await findTarget(deps, tx, turn)
    const size = target?.kind === 'prompt' ? target.prompt.maxMessages : 1
    return {
      target,
      message,
      contact: await deps.contacts.find(tx, companyId, ticket.contactId),
      session: await deps.assistants.findSession(tx, companyId, ticketId),
      usedTokens:
        turn.kind === 'prompt'
          ? await deps.prompts.readUsage(tx, companyId, promptId(turn.targetId), toMonth(deps.clock.now()))
          : 0,
      messages: await deps.messages.page(tx, companyId, ticketId, { before: message.seq + 1, size }),
    }
  })
  if (!read) return undefined
  const { target, message, contact, messages, ...rest } = read
  const documents = await deps.documents.get(
    companyId,
    messages.map(({ id }) => id),
  )
  const document = documents.get(message.id)
  if (!document) return undefined
  const history = messages.toReversed().flatMap((line) => buildLine(line, documents.get(line.id)) ?? [])
  const who = { name: contact?.name ?? '', number: contact?.number ?? '' }
  return { target, loaded: { turn, message, document, contact: who, history, ...rest } }
}
