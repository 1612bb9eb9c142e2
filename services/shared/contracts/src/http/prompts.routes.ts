import type { Sort } from '../rules/sort'
import type { listPromptsQuery, promptBody, promptPatchBody } from './prompts.http'
import { type Sent, route } from './route'

/** What the list of prompts is sorted by. */
export const promptSorts = ['name', 'maxTokens'] as const

export type PromptSort = Sort<(typeof promptSorts)[number]>

/** Answers in writing. */
export const TEXT_VOICE = 'text'

/** The same as clients of other editions send it; it is answered as `text`. */
export const TEXT_VOICE_ALIAS = 'texto'

/** In writing, and the neural voices of the speech service. */
export const promptVoices = [
  TEXT_VOICE,
  'pt-BR-FranciscaNeural',
  'pt-BR-AntonioNeural',
  'pt-BR-BrendaNeural',
  'pt-BR-DonatoNeural',
  'pt-BR-ElzaNeural',
  'pt-BR-FabioNeural',
  'pt-BR-GiovannaNeural',
  'pt-BR-HumbertoNeural',
  'pt-BR-JulioNeural',
  'pt-BR-LeilaNeural',
  'pt-BR-LeticiaNeural',
  'pt-BR-ManuelaNeural',
  'pt-BR-NicolauNeural',
  'pt-BR-ValerioNeural',
  'pt-BR-YaraNeural',
] as const
export type PromptVoice = (typeof promptVoices)[number]

/** A voice as it is stored and answered. */
export const readVoice = (voice: string): string => (voice === TEXT_VOICE_ALIAS ? TEXT_VOICE : voice)

export interface PromptView {
  id: number
  name: string
  prompt: string
  /** SECRET_MASK when a key is stored, which is never answered; '' without one. */
  apiKey: string
  voice: string
  voiceKey: string
  voiceRegion: string
  maxTokens: number
  temperature: number
  /** How many of the conversation's last messages the model reads. */
  maxMessages: number
  /** Where a person is waited for. */
  queueId: number | null
  /** Tokens in a month, after which persons answer; 0 without limit. */
  monthlyTokens: number
  companyId: number
}

/** A prompt as it is answered: with the name of its queue, null once that was deleted. */
export type NamedPromptView = PromptView & { queue: { id: number; name: string } | null }

export const promptRoutes = {
  listPrompts: route('get', '/prompt').with<{
    query: Sent<typeof listPromptsQuery>
    answer: { prompts: NamedPromptView[]; count: number; hasMore: boolean }
  }>(),
  getPrompt: route('get', '/prompt/:promptId').with<{ answer: NamedPromptView }>(),
  createPrompt: route('post', '/prompt').with<{ body: Sent<typeof promptBody>; answer: NamedPromptView }>(),
  updatePrompt: route('put', '/prompt/:promptId').with<{
    body: Sent<typeof promptPatchBody>
    answer: NamedPromptView
  }>(),
  deletePrompt: route('delete', '/prompt/:promptId').with<{ answer: { message: string } }>(),
}
