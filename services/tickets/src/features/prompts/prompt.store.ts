import type { CompanyId, PromptId, PromptSort } from '@balcao/contracts'
import type { SearchedRecordStore, Tx } from '@balcao/kernel'

import type { Prompt } from './prompt'

export type { Prompt }

/** Prompts of a company, by name unless sorted. */
export interface PromptStore extends SearchedRecordStore<Prompt, PromptSort> {
  /** Tokens that the prompt used in this month (`2026-11`). */
  readUsage(tx: Tx, companyId: CompanyId, id: PromptId, month: string): Promise<number>
  addUsage(
    tx: Tx,
    companyId: CompanyId,
    id: PromptId,
    usage: { month: string; tokens: number },
  ): Promise<void>
}
