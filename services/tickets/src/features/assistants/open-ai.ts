import { trimEndChars } from '@balcao/contracts'
import { type OutgoingHttp, readRecords, readRecord, readText } from '@balcao/kernel'

import type { Prompt } from '../prompts'
import type { ChatLine } from './conversation-line'
import { AssistantFailure, postJson } from './http-answers'

export interface OpenAiDeps {
  modelHttp: OutgoingHttp
  openAiUrl: string
  openAiModel: string
}

export interface ModelAnswer {
  text: string
  wantsPerson: boolean
  tokens: number
}

/** What the model writes when a person is needed; this family of products teaches it to its prompts. */
export const TRANSFER_MARKER = 'Ação: Transferir para o setor de atendimento'

/* Of names, only what cannot change the instruction. */
const firstName = (name: string): string =>
  (name.trim().split(/\s+/)[0] ?? '').replace(/[^\p{L}\p{N}]/gu, '').slice(0, 60)

/** The instruction: fixed rules, then the company's text. */
export const buildInstruction = (
  prompt: Pick<Prompt, 'prompt' | 'maxTokens'>,
  customerName: string,
): string =>
  [
    firstName(customerName) === '' ? '' : `Use o nome ${firstName(customerName)} ao falar com o cliente.`,
    `Responda com no máximo ${prompt.maxTokens} tokens e termine a última frase.`,
    `Quando o cliente pedir uma pessoa, ou quando não souber responder, comece a resposta com "${TRANSFER_MARKER}".`,
    prompt.prompt,
  ]
    .filter((line) => line !== '')
    .join('\n')

/** The answer without the marker, and whether the marker was there. */
export const readMarker = (text: string): Pick<ModelAnswer, 'text' | 'wantsPerson'> => ({
  text: text.replaceAll(TRANSFER_MARKER, '').trim(),
  wantsPerson: text.includes(TRANSFER_MARKER),
})

/** What the model answers to a conversation, oldest line first. @throws {AssistantFailure} */
export async function askModel(
  { modelHttp, openAiUrl, openAiModel }: OpenAiDeps,
  prompt: Pick<Prompt, 'prompt' | 'maxTokens' | 'temperature'>,
  asked: { apiKey: string; customerName: string; history: readonly ChatLine[] },
): Promise<ModelAnswer> {
  const answer = await postJson(modelHttp, `${trimEndChars(openAiUrl, '/')}/chat/completions`, {
    headers: { authorization: `Bearer ${asked.apiKey}` },
    body: {
      model: openAiModel,
      messages: [{ role: 'system', content: buildInstruction(prompt, asked.customerName) }, ...asked.history],
      max_tokens: prompt.maxTokens,
      temperature: prompt.temperature,
    },
  })
  const [choice] = readRecords(answer['choices'])
  const text = readText(readRecord(choice?.['message'])['content'])
  if (text.trim() === '') throw new AssistantFailure('an empty answer', false)
  const tokens = Number(readRecord(answer['usage'])['total_tokens'])
  return { ...readMarker(text), tokens: Number.isFinite(tokens) && tokens > 0 ? Math.ceil(tokens) : 0 }
}
