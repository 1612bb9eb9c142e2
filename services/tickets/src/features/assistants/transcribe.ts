import { trimEndChars } from '@balcao/contracts'
import { cleanText, extensionOf, type OutgoingHttp, readRecord } from '@balcao/kernel'

import { AssistantFailure, parseObject, post } from './http-answers'

export interface TranscriptionDeps {
  modelHttp: OutgoingHttp
  openAiUrl: string
  openAiTranscriptionModel: string
}

export interface Transcription {
  /** '' when nothing is said. */
  text: string
  tokens: number
}

const LONGEST_TRANSCRIPT = 20_000

/* What a second of sound counts for where the service states seconds: the tokens that OpenAI's models take of it. */
const TOKENS_PER_SECOND = 10

function countTokens(usage: Record<string, unknown>): number {
  const tokens = Number(usage['total_tokens'] ?? Number(usage['seconds']) * TOKENS_PER_SECOND)
  return Number.isFinite(tokens) && tokens > 0 ? Math.ceil(tokens) : 0
}

/** What is said in a file of sound. @throws {AssistantFailure} */
export async function transcribe(
  { modelHttp, openAiUrl, openAiTranscriptionModel }: TranscriptionDeps,
  apiKey: string,
  { content, mimeType }: { content: Buffer; mimeType: string },
): Promise<Transcription> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(content)], { type: mimeType }), `audio.${extensionOf(mimeType)}`)
  form.set('model', openAiTranscriptionModel)
  form.set('response_format', 'json')
  // Only packed here: nothing is requested.
  const packed = new Response(form)
  const answer = await post(modelHttp, `${trimEndChars(openAiUrl, '/')}/audio/transcriptions`, {
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': packed.headers.get('content-type') ?? '',
    },
    body: Buffer.from(await packed.arrayBuffer()),
  })
  const { text, usage } = parseObject(answer.toString('utf8'))
  if (typeof text !== 'string') throw new AssistantFailure('no transcript', false)
  return {
    text: cleanText(text).trim().slice(0, LONGEST_TRANSCRIPT),
    tokens: countTokens(readRecord(usage)),
  }
}
