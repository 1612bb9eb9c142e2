import type { CompanyId, PromptId, PromptSort, promptSorts } from '@balcao/contracts'
import type { Counted, Slice, Tx } from '@balcao/kernel'
import {
  deleteRows,
  execute,
  findRow,
  insertRow,
  lockRow,
  query,
  sql,
  saveRow,
  readSlice,
  type ListOrder,
} from '@balcao/platform'

import type { Prompt, PromptStore } from '../../features/prompts/prompt.store'
import { prompts } from './prompt-table'
import { whereMatches } from './search-names'
import { repositoryOf } from './tables'

const order: ListOrder<(typeof promptSorts)[number]> = {
  columns: {
    name: 'p.search_text',
    maxTokens: 'p.maxTokens',
  },
  own: ['p.search_text', 'ASC'],
}

export class PgPromptStore implements PromptStore {
  insert(tx: Tx, prompt: Omit<Prompt, 'id'>): Promise<Prompt> {
    return insertRow(repositoryOf(tx, prompts), prompt)
  }

  find(tx: Tx, companyId: CompanyId, id: PromptId): Promise<Prompt | undefined> {
    return findRow(repositoryOf(tx, prompts), { companyId, id })
  }

  lock(tx: Tx, companyId: CompanyId, id: PromptId): Promise<Prompt | undefined> {
    return lockRow(repositoryOf(tx, prompts), { companyId, id })
  }

  async save(tx: Tx, prompt: Prompt): Promise<void> {
    const { companyId, id } = prompt
    await saveRow(repositoryOf(tx, prompts), { companyId, id }, prompt)
  }

  async delete(tx: Tx, companyId: CompanyId, id: PromptId): Promise<boolean> {
    return (await deleteRows(repositoryOf(tx, prompts), { companyId, id })) > 0
  }

  page(tx: Tx, companyId: CompanyId, search: string, slice: Slice<PromptSort>): Promise<Counted<Prompt>> {
    const builder = repositoryOf(tx, prompts).createQueryBuilder('p').where({ companyId })
    return readSlice(whereMatches(builder, search), slice, order)
  }

  async readUsage(tx: Tx, companyId: CompanyId, id: PromptId, month: string): Promise<number> {
    const [row] = await query<{ tokens: number }>(
      tx,
      sql`SELECT tokens::float8 AS tokens FROM prompt_usage
        WHERE company_id = ${companyId} AND prompt_id = ${id} AND month = ${month}`,
    )
    return row?.tokens ?? 0
  }

  async addUsage(tx: Tx, companyId: CompanyId, id: PromptId, month: string, tokens: number): Promise<void> {
    await execute(
      tx,
      sql`INSERT INTO prompt_usage (company_id, prompt_id, month, tokens) VALUES (${companyId}, ${id}, ${month}, ${tokens})
        ON CONFLICT (company_id, prompt_id, month) DO UPDATE SET tokens = prompt_usage.tokens + excluded.tokens`,
    )
  }
}
