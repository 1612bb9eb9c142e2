import type { MessageId } from '@balcao/contracts'
import { MINUTE, SECOND, type Clock, type OutgoingHttp, type Sealer } from '@balcao/kernel'

import type { Contact } from '../contacts'
import { isWebhook, sealPurposes, type Integration } from '../integrations'
import type { Message, MessageDocument } from '../messages'
import type { Prompt } from '../prompts'
import type { AssistantTurn } from './assistant'
import type { AssistantSession } from './assistant.store'
import { detectIntent, logInToGoogle, type DialogflowDeps } from './dialogflow'
import { AssistantFailure } from './http-answers'
import { askModel, type ChatLine, type OpenAiDeps } from './open-ai'
import { speak, type SpeechDeps } from './speech'
import { parseCommand, talkToTypebot } from './typebot'
import { buildWebhookBody, callWebhook } from './webhook'

export interface AskDeps extends DialogflowDeps, OpenAiDeps, SpeechDeps {
  integrationHttp: OutgoingHttp
  sealer: Sealer
  clock: Clock
}

/** One message to the customer: a text, or a text that is spoken. */
export interface AssistantSay {
  text: string
  /** Ogg Opus. */
  voice?: Buffer
}

/** What becomes of the conversation after an answer. */
export type AssistantNext =
  { kind: 'hold' } | { kind: 'person'; queueId: number | undefined } | { kind: 'close' }

export interface AssistantReply {
  says: readonly AssistantSay[]
  next: AssistantNext
  /** Of the service from now on; undefined leaves it. */
  sessionId?: string
  /** Of the model. */
  tokens?: number
  /** How long to wait before the answer is sent. */
  delayMs?: number
}

/** A turn with everything its answer depends on. */
export interface LoadedTurn {
  turn: AssistantTurn
  message: Message
  document: MessageDocument
  contact: Pick<Contact, 'name' | 'number'>
  session: AssistantSession | undefined
  /** Oldest first, this message last. */
  history: readonly { id: MessageId; line: ChatLine }[]
  /** Tokens that the prompt used this month. */
  usedTokens: number
}

const HOLD: AssistantNext = { kind: 'hold' }
const toPerson = (queueId?: number | null): AssistantNext => ({
  kind: 'person',
  queueId: queueId ?? undefined,
})
const LONGEST_DELAY_MS = 20 * SECOND

/* What Typebot says to an answer that its flow does not take. */
const TYPEBOT_INVALID = 'Invalid message. Please, try again.'

function openSecret(deps: AskDeps, sealed: string | null, purpose: string): string | undefined {
  if (sealed === null) return undefined
  const opened = deps.sealer.open(sealed, purpose)
  if (opened === undefined) throw new AssistantFailure('TICKETS_SEAL_KEY does not open this secret', false)
  return opened
}

async function tellWebhook(
  deps: AskDeps,
  integration: Integration,
  loaded: LoadedTurn,
): Promise<AssistantReply> {
  const { companyId, sealedSigningSecret, url } = integration
  const secret = openSecret(deps, sealedSigningSecret, sealPurposes.signingSecret(companyId))
  const call = { url, secret, deliveryId: loaded.turn.id, now: deps.clock.now() }
  await callWebhook(
    deps.integrationHttp,
    call,
    buildWebhookBody(loaded.message, loaded.document, loaded.contact),
  )
  return { says: [], next: HOLD }
}

async function askDialogflow(
  deps: AskDeps,
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

/* Commands end the reply: what a flow says after one is not sent. */
function readTypebotReply(
  integration: Integration,
  texts: readonly string[],
): Pick<AssistantReply, 'says' | 'next'> {
  const says: AssistantSay[] = []
  for (const text of texts) {
    const command = parseCommand(text)
    if (command?.stopBot || command?.queueId !== undefined) return { says, next: toPerson(command.queueId) }
    if (!command)
      says.push({ text: text === TYPEBOT_INVALID ? integration.typebotUnknownMessage || text : text })
  }
  const unknown = integration.typebotUnknownMessage
  return { says: says.length > 0 || unknown === '' ? says : [{ text: unknown }], next: HOLD }
}

async function askTypebot(
  deps: AskDeps,
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
  const { sessionId, texts } = await talkToTypebot(deps.integrationHttp, integration, {
    sessionId: isOld ? '' : (session?.sessionId ?? ''),
    text,
    who: contact,
  })
  const reply = readTypebotReply(integration, texts)
  const delayMs = Math.min(LONGEST_DELAY_MS, integration.typebotDelayMessage * reply.says.length)
  return { ...reply, sessionId: reply.next.kind === 'hold' ? sessionId : '', delayMs }
}

/** @throws {AssistantFailure} */
export function askIntegration(
  deps: AskDeps,
  integration: Integration,
  loaded: LoadedTurn,
): Promise<AssistantReply> {
  if (isWebhook(integration)) return tellWebhook(deps, integration, loaded)
  return integration.type === 'typebot'
    ? askTypebot(deps, integration, loaded)
    : askDialogflow(deps, integration, loaded)
}

async function speakAnswer(deps: AskDeps, prompt: Prompt, text: string): Promise<AssistantSay> {
  const key = openSecret(deps, prompt.sealedVoiceKey, sealPurposes.voiceKey(prompt.companyId))
  if (prompt.voice === 'texto' || key === undefined || prompt.voiceRegion === '') return { text }
  return { text, voice: await speak(deps, { name: prompt.voice, region: prompt.voiceRegion, key }, text) }
}

/**
 * What a prompt's model answers. Without a key, past the month's tokens and on request a person is waited for in the prompt's queue.
 * @throws {AssistantFailure}
 */
export async function askPrompt(deps: AskDeps, prompt: Prompt, loaded: LoadedTurn): Promise<AssistantReply> {
  const person = toPerson(prompt.queueId)
  const apiKey = openSecret(deps, prompt.sealedApiKey, sealPurposes.apiKey(prompt.companyId))
  const isSpent = prompt.monthlyTokens > 0 && loaded.usedTokens >= prompt.monthlyTokens
  if (apiKey === undefined || isSpent) return { says: [], next: person }
  const history = loaded.history.map(({ line }) => line)
  const { text, wantsPerson, tokens } = await askModel(deps, prompt, {
    apiKey,
    customerName: loaded.contact.name,
    history,
  })
  const says = text === '' ? [] : [await speakAnswer(deps, prompt, text)]
  return { says, next: wantsPerson ? person : HOLD, tokens }
}
