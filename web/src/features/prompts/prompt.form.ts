import { promptVoices, TEXT_VOICE, type NamedPromptView } from '@balcao/contracts'

import type { PromptForm } from '../../data/prompts.api'

export interface PromptValues extends Required<Omit<PromptForm, 'queueId'>> {
  queueId: number | ''
}

export const emptyPrompt: PromptValues = {
  name: '',
  prompt: '',
  apiKey: '',
  voice: TEXT_VOICE,
  voiceKey: '',
  voiceRegion: '',
  maxTokens: 100,
  temperature: 1,
  maxMessages: 10,
  queueId: '',
  monthlyTokens: 1_000_000,
}

export const toPromptValues = ({
  id: _id,
  companyId: _companyId,
  queue: _queue,
  ...fields
}: NamedPromptView): PromptValues => ({
  ...fields,
  voice: promptVoices.find((voice) => voice === fields.voice) ?? TEXT_VOICE,
  queueId: fields.queueId ?? '',
})

/** Without a queue the contract refuses it, with the specification's text. */
export const toPromptBody = ({ queueId, ...values }: PromptValues): PromptForm =>
  ({
    ...values,
    maxTokens: Number(values.maxTokens),
    maxMessages: Number(values.maxMessages),
    monthlyTokens: Number(values.monthlyTokens),
    temperature: Number(values.temperature),
    ...(queueId === '' ? {} : { queueId }),
  }) as PromptForm
