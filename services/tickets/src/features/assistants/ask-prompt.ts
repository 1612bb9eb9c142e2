import type { Sealer } from '@balcao/kernel'

import { sealPurposes } from '../integrations'
import type { Prompt } from '../prompts'
import { HOLD, toPerson, type AssistantReply, type AssistantSay, type LoadedTurn } from './assistant-reply'
import { askModel, type OpenAiDeps } from './open-ai'
import { openSecret } from './open-secret'
import { speak, type SpeechDeps } from './speech'

export interface AskPromptDeps extends OpenAiDeps, SpeechDeps {
  sealer: Sealer
}

async function speakAnswer(deps: AskPromptDeps, prompt: Prompt, text: string): Promise<AssistantSay> {
  const key = openSecret(deps, prompt.sealedVoiceKey, sealPurposes.voiceKey(prompt.companyId))
  if (prompt.voice === 'texto' || key === undefined || prompt.voiceRegion === '') return { text }
  return { text, voice: await speak(deps, { name: prompt.voice, region: prompt.voiceRegion, key }, text) }
}

/**
 * What a prompt's model answers. Without a key, past the month's tokens and on request a person is waited for in the prompt's queue.
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
  const history = loaded.history.map(({ line }) => line)
  const { text, wantsPerson, tokens } = await askModel(deps, prompt, {
    apiKey,
    customerName: loaded.contact.name,
    history,
  })
  const says = text === '' ? [] : [await speakAnswer(deps, prompt, text)]
  return { says, next: wantsPerson ? person : HOLD, tokens }
}
