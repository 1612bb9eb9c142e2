import { buffer } from 'node:stream/consumers'

import { MINUTE, SECOND } from '@balcao/kernel'

import { addTranscript, followDocument, lockTicketAndMessage, type MessageDeps } from '../messages'
import type { Prompt, PromptStore } from '../prompts'
import type { LoadedTurn } from './assistant-reply'
import type { AssistantStore } from './assistant.store'
import { SILENCE } from './conversation-line'
import { AssistantFailure } from './http-answers'
import { readOggSeconds } from './ogg-seconds'
import { toMonth } from './prompt-month'
import { transcribe, type Transcription, type TranscriptionDeps } from './transcribe'

export interface HearDeps extends MessageDeps, TranscriptionDeps {
  assistants: AssistantStore
  prompts: PromptStore
}

const MOST_SECONDS = (5 * MINUTE) / SECOND
const MOST_BYTES = 5 * 1024 * 1024

/* What services with the OpenAI API take. */
const HEARD_TYPES = ['audio/ogg', 'audio/mpeg', 'audio/mp4', 'audio/wav', 'audio/webm']

/* Undefined for a sound that is not heard: too long, too large, or of another type. */
async function hear(
  deps: HearDeps,
  apiKey: string,
  { document: { media } }: LoadedTurn,
): Promise<Transcription | undefined> {
  const stored = media && (await deps.blobs.get(media.key))
  if (!media || !stored) throw new AssistantFailure('the sound is missing', false)
  if (media.sizeBytes > MOST_BYTES || !HEARD_TYPES.includes(media.mimeType)) {
    stored.destroy()
    return undefined
  }
  const content = await buffer(stored)
  if ((readOggSeconds(content) ?? media.durationSeconds) > MOST_SECONDS) return undefined
  return transcribe(deps, apiKey, { content, mimeType: media.mimeType })
}

/* Agents see it, and find the message by it. */
async function showTranscript(
  deps: HearDeps,
  { turn, message }: LoadedTurn,
  prompt: Prompt,
  tokens: number,
): Promise<string | undefined> {
  const { companyId } = turn
  const document = (await deps.documents.get(companyId, [message.id])).get(message.id)
  await deps.db.withTenant(companyId, async (tx) => {
    const now = deps.clock.now()
    const locked = await lockTicketAndMessage(deps, tx, companyId, message)
    if (tokens > 0) await deps.prompts.addUsage(tx, companyId, prompt.id, { month: toMonth(now), tokens })
    if (locked && document && !locked.message.deleted)
      await followDocument(deps, tx, locked, { as: {}, document, now })
  })
  return document?.transcript
}

const addLine = (loaded: LoadedTurn, transcript: string): LoadedTurn => ({
  ...loaded,
  history: loaded.history.map((line) =>
    line.id === loaded.message.id ? { ...line, text: transcript || SILENCE } : line,
  ),
})

/**
 * The turn with what its voice note says, which is written down once: a repeat after a kill finds it, and shows it again. Undefined
 * for a sound that only a person may hear: longer than five minutes, larger than 5 MiB, or of a type that is not taken.
 * @throws {AssistantFailure}
 */
export async function hearMessage(
  deps: HearDeps,
  { prompt, apiKey }: { prompt: Prompt; apiKey: string },
  loaded: LoadedTurn,
): Promise<LoadedTurn | undefined> {
  const { message, document, turn } = loaded
  if (message.kind !== 'audio' || message.deleted) return loaded
  const isKnown = document.transcript !== undefined
  if (isKnown && turn.tries === 1) return loaded
  const heard = isKnown ? { text: '', tokens: 0 } : await hear(deps, apiKey, loaded)
  if (!heard) return undefined
  if (!isKnown) await deps.documents.change(turn.companyId, message.id, addTranscript(heard.text))
  const transcript = await showTranscript(deps, loaded, prompt, heard.tokens)
  return transcript === undefined ? loaded : addLine(loaded, transcript)
}
