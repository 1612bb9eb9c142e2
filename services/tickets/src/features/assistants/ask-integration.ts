import { trimEndChars } from '@balcao/contracts'
import { MINUTE, SECOND, type Clock, type MediaLinks, type OutgoingHttp, type Sealer } from '@balcao/kernel'

import { isWebhook, sealPurposes, type Integration } from '../integrations'
import { HOLD, toPerson, type AssistantReply, type AssistantSay, type LoadedTurn } from './assistant-reply'
import type { AssistantSession } from './assistant.store'
import { detectIntent, logInToGoogle, type DialogflowDeps } from './dialogflow'
import { openSecret } from './open-secret'
import { parseCommand, talkToTypebot, type TypebotBubble, type TypebotCommand } from './typebot'
import { callWebhook } from './webhook'
import { buildWebhookBody } from './webhook-body'

export interface AskIntegrationDeps extends DialogflowDeps {
  integrationHttp: OutgoingHttp
  sealer: Sealer
  clock: Clock
  mediaLinks: Pick<MediaLinks, 'signForProgram'>
  /** Where companies reach the desk; undefined where nobody said so. */
  publicOrigin: string | undefined
}

const LONGEST_DELAY_MS = 20 * SECOND

/* What Typebot says to an answer that its flow does not take. */
const TYPEBOT_INVALID = 'Invalid message. Please, try again.'

/* Signed for each try anew. Absolute where the desk's address is known. */
function buildMediaUrl(
  { mediaLinks, publicOrigin = '' }: AskIntegrationDeps,
  { turn: { companyId }, document: { media } }: LoadedTurn,
): string | undefined {
  if (!media) return undefined
  const { key, name, mimeType } = media
  return trimEndChars(publicOrigin, '/') + mediaLinks.signForProgram(companyId, key, { name, mimeType })
}

async function tellWebhook(
  deps: AskIntegrationDeps,
  integration: Integration,
  loaded: LoadedTurn,
): Promise<AssistantReply> {
  const { companyId, sealedSigningSecret, url } = integration
  const secret = openSecret(deps, sealedSigningSecret, sealPurposes.signingSecret(companyId))
  const call = { url, secret, deliveryId: loaded.turn.id, now: deps.clock.now() }
  await callWebhook(
    deps.integrationHttp,
    call,
    buildWebhookBody({ ...loaded, mediaUrl: buildMediaUrl(deps, loaded) }),
  )
  return { says: [], next: HOLD }
}

async function askDialogflow(
  deps: AskIntegrationDeps,
  integration: Integration,
  { document, turn }: LoadedTurn,
): Promise<AssistantReply> {
  if (document.body.trim() === '') return { says: [], next: HOLD }
  const purpose = sealPurposes.jsonContent(integration.companyId)
  const keyFile = openSecret(deps, integration.sealedJsonContent, purpose)
  if (keyFile === undefined) return { says: [], next: toPerson() }
  const token = await logInToGoogle(deps, keyFile)
  const asked = { token, session: `ticket-${turn.ticketId}`, text: document.body }
  const { texts, endsConversation } = await detectIntent(deps, integration, asked)
  const isOver = endsConversation || texts.length === 0
  return { says: texts.map((text) => ({ text })), next: isOver ? toPerson() : HOLD }
}

const isExpired = (session: AssistantSession, { typebotExpires }: Integration, now: Date): boolean =>
  typebotExpires > 0 && now.getTime() - session.usedAt.getTime() > typebotExpires * MINUTE

const movesTicket = ({ stopBot, queueId, userId }: TypebotCommand): boolean =>
  stopBot || queueId !== undefined || userId !== undefined

/* Commands end the reply: what a flow says after one is not sent. */
function readTypebotReply(
  integration: Integration,
  bubbles: readonly TypebotBubble[],
): Pick<AssistantReply, 'says' | 'next'> {
  const says: AssistantSay[] = []
  for (const bubble of bubbles) {
    if (bubble.kind === 'file') {
      says.push({ text: bubble.url, fileUrl: bubble.url })
      continue
    }
    const { text } = bubble
    const command = parseCommand(text)
    if (command && movesTicket(command))
      return { says, next: { kind: 'person', queueId: command.queueId, userId: command.userId } }
    if (!command)
      says.push({ text: text === TYPEBOT_INVALID ? integration.typebotUnknownMessage || text : text })
  }
  const unknown = integration.typebotUnknownMessage
  return { says: says.length > 0 || unknown === '' ? says : [{ text: unknown }], next: HOLD }
}

async function askTypebot(
  deps: AskIntegrationDeps,
  integration: Integration,
  loaded: LoadedTurn,
): Promise<AssistantReply> {
  const text = loaded.document.body
  const { typebotKeywordFinish, typebotKeywordRestart, typebotRestartMessage } = integration
  if (typebotKeywordFinish !== '' && text === typebotKeywordFinish)
    return { says: [], next: { kind: 'close' }, sessionId: '' }
  if (typebotKeywordRestart !== '' && text === typebotKeywordRestart) {
    const says = typebotRestartMessage === '' ? [] : [{ text: typebotRestartMessage }]
    return { says, next: HOLD, sessionId: '' }
  }
  if (text.trim() === '') return { says: [], next: HOLD }
  const { session, contact } = loaded
  const isOld = session !== undefined && isExpired(session, integration, deps.clock.now())
  const { sessionId, bubbles } = await talkToTypebot(deps.integrationHttp, integration, {
    sessionId: isOld ? '' : (session?.sessionId ?? ''),
    text,
    who: contact,
  })
  const reply = readTypebotReply(integration, bubbles)
  const delayMs = Math.min(LONGEST_DELAY_MS, integration.typebotDelayMessage * reply.says.length)
  return { ...reply, sessionId: reply.next.kind === 'hold' ? sessionId : '', delayMs }
}

/** @throws {AssistantFailure} */
export function askIntegration(
  deps: AskIntegrationDeps,
  integration: Integration,
  loaded: LoadedTurn,
): Promise<AssistantReply> {
  if (isWebhook(integration)) return tellWebhook(deps, integration, loaded)
  return integration.type === 'typebot'
    ? askTypebot(deps, integration, loaded)
    : askDialogflow(deps, integration, loaded)
}
