import { parseTaxId, promptId, type CompanyId, type PlanFlag } from '@balcao/contracts'
import type { Pause, Tx } from '@balcao/kernel'

import { isWebhook } from '../integrations'
import { discardMedia } from '../messages'
import { askIntegration } from './ask-integration'
import { askPrompt } from './ask-prompt'
import type { AssistantNext, AssistantReply, LoadedTurn } from './assistant-reply'
import { nextLookAt, nextTryAt, type AssistantTurn } from './assistant'
import { answerCharges } from './charges'
import { findNextAgent, follow } from './follow-reply'
import { AssistantFailure } from './http-answers'
import { isHeldBy, loadTurn, type Target, type TurnDeps } from './load-turn'
import { toMonth } from './prompt-month'
import { writeTexts } from './write-texts'

export interface RunTurnDeps extends TurnDeps {
  pause: Pause
  planFlags(companyId: CompanyId): Promise<Record<PlanFlag, boolean>>
  onAnswered(kind: string, next: AssistantNext['kind']): void
  onFailed(turn: AssistantTurn, failure: string, cause: unknown): void
  onGivenUp(turn: AssistantTurn, failure: string): void
}

async function askCharges(
  deps: RunTurnDeps,
  { turn, document, contact: { number } }: LoadedTurn,
): Promise<AssistantReply> {
  const taxNumber = parseTaxId(document.body)
  const text =
    taxNumber === undefined ? undefined : await answerCharges(deps, turn.companyId, { taxNumber, number })
  return { says: text === undefined ? [] : [{ text }], next: { kind: 'hold' } }
}

const TO_PERSON: AssistantReply = { says: [], next: { kind: 'person', queueId: undefined } }

/* A plan without the feature, and a target that was deleted, give the conversation to a person. */
async function ask(
  deps: RunTurnDeps,
  target: Target | undefined,
  loaded: LoadedTurn,
): Promise<AssistantReply> {
  if (target?.kind === 'charges') return askCharges(deps, loaded)
  const flags = await deps.planFlags(loaded.turn.companyId)
  if (target?.kind === 'prompt' && flags.useOpenAi) return askPrompt(deps, target.prompt, loaded)
  if (target?.kind === 'integration' && flags.useIntegrations)
    return askIntegration(deps, target.integration, loaded)
  return TO_PERSON
}

/* What a session and the spent tokens become is written even when a person took the ticket meanwhile. */
async function remember(
  deps: RunTurnDeps,
  tx: Tx,
  turn: AssistantTurn,
  reply: AssistantReply,
): Promise<void> {
  const { companyId, ticketId, kind, targetId } = turn
  const now = deps.clock.now()
  if (reply.sessionId !== undefined)
    await deps.assistants.saveSession(tx, companyId, ticketId, { sessionId: reply.sessionId, usedAt: now })
  if (kind === 'prompt' && reply.tokens)
    await deps.prompts.addUsage(tx, companyId, promptId(targetId), {
      month: toMonth(now),
      tokens: reply.tokens,
    })
}

/* The turn is removed in the transaction that sends its answer: a customer gets it once, whatever is killed. */
async function commitReply(deps: RunTurnDeps, turn: AssistantTurn, reply: AssistantReply): Promise<void> {
  const { companyId, ticketId } = turn
  const texts = await writeTexts(deps, companyId, reply.says)
  const agent = await findNextAgent(deps, companyId, reply.next)
  await deps.db.withTenant(companyId, async (tx) => {
    const ticket = await deps.tickets.lock(tx, companyId, ticketId)
    if (!(await deps.assistants.lock(tx, turn))) return
    await deps.assistants.remove(tx, turn)
    await remember(deps, tx, turn, reply)
    if (!ticket || !isHeldBy(ticket, turn)) return
    const told = texts.length === 0 ? ticket : await deps.texts.send(tx, ticket, texts)
    await follow(deps, tx, told, { next: reply.next, agent })
  })
  await discardMedia(
    deps,
    companyId,
    texts.flatMap(({ file }) => (file ? [file] : [])),
  )
}

const toFailure = (error: unknown): AssistantFailure =>
  error instanceof AssistantFailure
    ? error
    : new AssistantFailure('an error of our own', true, { cause: error })

/* A dead turn, and for a chat a person. */
async function giveUp(
  deps: RunTurnDeps,
  turn: AssistantTurn,
  failure: string,
  isChat: boolean,
): Promise<void> {
  const { companyId, ticketId } = turn
  await deps.db.withTenant(companyId, async (tx) => {
    const ticket = await deps.tickets.lock(tx, companyId, ticketId)
    if (!(await deps.assistants.lock(tx, turn))) return
    await deps.assistants.bury(tx, turn, failure, deps.clock.now())
    const prompt =
      turn.kind === 'prompt' ? await deps.prompts.find(tx, companyId, promptId(turn.targetId)) : undefined
    if (isChat && turn.kind !== 'charges' && ticket && isHeldBy(ticket, turn))
      await follow(deps, tx, ticket, { next: { kind: 'person', queueId: prompt?.queueId ?? undefined } })
  })
  deps.onGivenUp(turn, failure)
}

async function handleFailure(
  deps: RunTurnDeps,
  turn: AssistantTurn,
  target: Target | undefined,
  error: unknown,
): Promise<void> {
  const { message, mayRetry, cause } = toFailure(error)
  deps.onFailed(turn, message, cause)
  const isChat = !(target?.kind === 'integration' && isWebhook(target.integration))
  const next = nextTryAt(turn, { mayRetry, isWebhook: !isChat }, deps.clock.now())
  if (!next) return giveUp(deps, turn, message, isChat)
  await deps.db.withTenant(turn.companyId, (tx) => deps.assistants.postpone(tx, turn, next, message))
}

/* Whose answer depends on the message's file. */
const readsFiles = (target: Target | undefined): boolean =>
  target?.kind === 'prompt' || (target?.kind === 'integration' && isWebhook(target.integration))

/**
 * Answers a claimed turn: calls its service outside of any transaction, then sends the answer and removes the turn in one. After a
 * kill in between the service is called again, with the same delivery id, and the customer is answered once.
 */
export async function runTurn(deps: RunTurnDeps, turn: AssistantTurn): Promise<void> {
  const found = await loadTurn(deps, turn)
  if (!found) {
    await deps.db.withTenant(turn.companyId, (tx) => deps.assistants.remove(tx, turn))
    return
  }
  const { target, loaded } = found
  const lookAgainAt = readsFiles(target) && nextLookAt(turn, loaded.message.mediaState, deps.clock.now())
  if (lookAgainAt)
    return deps.db.withTenant(turn.companyId, (tx) => deps.assistants.wait(tx, turn, lookAgainAt))
  try {
    const reply = await ask(deps, target, loaded)
    if (reply.delayMs) await deps.pause(reply.delayMs)
    await commitReply(deps, turn, reply)
    deps.onAnswered(turn.kind, reply.next.kind)
  } catch (error) {
    await handleFailure(deps, turn, target, error)
  }
}
