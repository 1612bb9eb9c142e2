export type { Prompt } from './prompt'
export type { PromptStore } from './prompt.store'
