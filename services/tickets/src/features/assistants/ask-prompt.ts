import { TEXT_VOICE, type MessageId } from '@balcao/contracts'
import type { Sealer } from '@balcao/kernel'

import { sealPurposes } from '../integrations'
import type { Prompt } from '../prompts'
import { HOLD, toPerson, type AssistantReply, type AssistantSay, type LoadedTurn } from './assistant-reply'
import { toChatLine } from './conversation-line'
import { hearMessage, type HearDeps } from './hear-message'
import { AssistantFailure } from './http-answers'
import { askModel, type ModelAnswer, type OpenAiDeps } from './open-ai'
import { openSecret } from './open-secret'
import { readPictures } from './read-pictures'
import { speak, type SpeechDeps } from './speech'

export interface AskPromptDeps extends HearDeps, OpenAiDeps, SpeechDeps {
  sealer: Sealer
}

async function speakAnswer(deps: AskPromptDeps, prompt: Prompt, text: string): Promise<AssistantSay> {
  const key = openSecret(deps, prompt.sealedVoiceKey, sealPurposes.voiceKey(prompt.companyId))
  if (prompt.voice === TEXT_VOICE || key === undefined || prompt.voiceRegion === '') return { text }
  return { text, voice: await speak(deps, { name: prompt.voice, region: prompt.voiceRegion, key }, text) }
}

/* What services answer for a model that reads no pictures, or not this one. */
const PICTURE_REFUSALS = new Set([400, 404, 413, 415, 422])

const isPictureRefusal = (error: unknown): boolean =>
  error instanceof AssistantFailure && error.status !== undefined && PICTURE_REFUSALS.has(error.status)

/* A model that refuses pictures is asked again without them, and told that it does not see them. */
async function askAboutConversation(
  deps: AskPromptDeps,
  { prompt, apiKey }: { prompt: Prompt; apiKey: string },
  { contact, history }: LoadedTurn,
): Promise<ModelAnswer> {
  const pictures = await readPictures(deps, history)
  const askWith = (seen: ReadonlyMap<MessageId, string>) =>
    askModel(deps, prompt, {
      apiKey,
      customerName: contact.name,
      history: history.map((line) => toChatLine(line, seen.get(line.id))),
    })
  try {
    return await askWith(pictures)
  } catch (error) {
    if (pictures.size === 0 || !isPictureRefusal(error)) throw error
    return askWith(new Map())
  }
}

/**
 * What a prompt's model answers, by voice where the prompt has one. Without a key, past the month's tokens, after a sound that is not
 * heard and on request a person is waited for in the prompt's queue.
 * @throws {AssistantFailure}
 */
export async function askPrompt(
  deps: AskPromptDeps,
  prompt: Prompt,
  loaded: LoadedTurn,
): Promise<AssistantReply> {
  const person = toPerson(prompt.queueId)
  const apiKey = openSecret(deps, prompt.sealedApiKey, sealPurposes.apiKey(prompt.companyId))
  const isSpent = prompt.monthlyTokens > 0 && loaded.usedTokens >= prompt.monthlyTokens
  if (apiKey === undefined || isSpent) return { says: [], next: person }
  const heard = await hearMessage(deps, { prompt, apiKey }, loaded)
  if (!heard) return { says: [], next: person }
  const { text, wantsPerson, tokens } = await askAboutConversation(deps, { prompt, apiKey }, heard)
  const says = text === '' ? [] : [await speakAnswer(deps, prompt, text)]
  return { says, next: wantsPerson ? person : HOLD, tokens }
}
