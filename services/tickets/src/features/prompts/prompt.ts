import type { CompanyId, PromptId } from '@balcao/contracts'

/** What a language model is told before it answers a company's customers. */
export interface Prompt {
  id: PromptId
  companyId: CompanyId
  name: string
  prompt: string
  /** Of the model's service, sealed; null without one. */
  sealedApiKey: string | null
  voice: string
  sealedVoiceKey: string | null
  voiceRegion: string
  maxTokens: number
  temperature: number
  maxMessages: number
  /** Where a person is waited for. */
  queueId: number | null
  /** Tokens in a month; 0 without limit. */
  monthlyTokens: number
  createdAt: Date
}
