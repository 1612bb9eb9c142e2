import type { CompanyId, PromptId, PromptSort } from '@balcao/contracts'
import type { Counted, Slice, Tx } from '@balcao/kernel'

import type { Prompt } from './prompt'

export type { Prompt }

/** Prompts of a company. Rows of another company are not found. */
export interface PromptStore {
  insert(tx: Tx, prompt: Omit<Prompt, 'id'>): Promise<Prompt>
  find(tx: Tx, companyId: CompanyId, id: PromptId): Promise<Prompt | undefined>
  lock(tx: Tx, companyId: CompanyId, id: PromptId): Promise<Prompt | undefined>
  save(tx: Tx, prompt: Prompt): Promise<void>
  delete(tx: Tx, companyId: CompanyId, id: PromptId): Promise<boolean>
  /** By name unless sorted; `search` is a part of it, without accents and case. */
  page(tx: Tx, companyId: CompanyId, search: string, slice: Slice<PromptSort>): Promise<Counted<Prompt>>
  /** Tokens that the prompt used in this month (`2026-11`). */
  readUsage(tx: Tx, companyId: CompanyId, id: PromptId, month: string): Promise<number>
  addUsage(tx: Tx, companyId: CompanyId, id: PromptId, month: string, tokens: number): Promise<void>
}
