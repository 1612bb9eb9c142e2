import { endpoint } from './endpoint'
import {
  idText,
  ignored,
  lastingIdField,
  literals,
  number,
  object,
  pageNumber,
  searchParam,
  sortText,
  text,
} from './fields'
import { promptRoutes, promptVoices, TEXT_VOICE, TEXT_VOICE_ALIAS, promptSorts } from './prompts.routes'

/** The specification's text for a prompt without a queue, the same in every language. */
export const QUEUE_MISSING = 'Informe o setor'

const fields = {
  name: text(100).trim(),
  prompt: text(20_000),
  /** SECRET_MASK leaves the stored key. */
  apiKey: text(500).trim(),
  voice: text(40).oneOf([...promptVoices, TEXT_VOICE_ALIAS]),
  voiceKey: text(500).trim(),
  /** Part of a host name. */
  voiceRegion: text(40)
    .trim()
    .matches(/^[a-z0-9]*$/, 'Invalid region'),
  maxTokens: number().strict(true).integer().min(1).max(4_000),
  temperature: number().strict(true).min(0).max(1),
  maxMessages: number().strict(true).integer().min(1).max(100),
  queueId: lastingIdField(),
  monthlyTokens: number().strict(true).integer().min(0).max(1_000_000_000),
}

const read = {
  id: ignored(),
  companyId: ignored(),
  queue: ignored(),
  createdAt: ignored(),
  updatedAt: ignored(),
}

export const promptBody = object({
  ...read,
  name: fields.name.required(literals.required),
  prompt: fields.prompt.required(literals.required),
  apiKey: fields.apiKey.default(''),
  voice: fields.voice.default(TEXT_VOICE),
  voiceKey: fields.voiceKey.default(''),
  voiceRegion: fields.voiceRegion.default(''),
  maxTokens: fields.maxTokens.default(100),
  temperature: fields.temperature.default(1),
  maxMessages: fields.maxMessages.default(10),
  queueId: fields.queueId.required(QUEUE_MISSING),
  monthlyTokens: fields.monthlyTokens.default(1_000_000),
})

/** Absent fields stay as they are. */
export const promptPatchBody = object({ ...read, ...fields })

const params = object({ promptId: idText().required() })

const checks = { access: 'admin', plan: 'useOpenAi', tag: 'prompts' } as const

export const listPromptsQuery = object({
  searchParam: searchParam(),
  pageNumber: pageNumber(),
  sort: sortText(promptSorts).optional(),
})

export const listPrompts = endpoint(promptRoutes.listPrompts, {
  ...checks,
  rate: 'search',
  query: listPromptsQuery,
  summary: 'Prompts by name or as `sort` says, 20 a page; `searchParam` matches the name.',
})

export const getPrompt = endpoint(promptRoutes.getPrompt, {
  ...checks,
  params,
  summary: 'One prompt, without its keys.',
  errors: ['ERR_NO_PROMPT_FOUND'],
})

export const createPrompt = endpoint(promptRoutes.createPrompt, {
  ...checks,
  body: promptBody,
  summary: 'A new prompt. Without `apiKey` it answers nobody: its conversations wait for a person.',
  errors: ['ERR_QUEUE_NOT_FOUND'],
})

export const updatePrompt = endpoint(promptRoutes.updatePrompt, {
  ...checks,
  params,
  body: promptPatchBody,
  summary: 'Changes a prompt; absent fields stay.',
  errors: ['ERR_NO_PROMPT_FOUND', 'ERR_QUEUE_NOT_FOUND'],
})

export const deletePrompt = endpoint(promptRoutes.deletePrompt, {
  ...checks,
  params,
  summary: 'Deletes a prompt; queues lose it, and its conversations wait for a person.',
  errors: ['ERR_NO_PROMPT_FOUND'],
})
