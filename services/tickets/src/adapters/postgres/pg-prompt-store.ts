import type { CompanyId, PromptId } from '@balcao/contracts'
import { AppError, type Tx } from '@balcao/kernel'
import { execute, query, sql } from '@balcao/platform'

import type { Prompt, PromptStore } from '../../features/prompts/prompt.store'
import { prompts } from './prompt-table'
import { matchingNames } from './search-names'

export class PgPromptStore implements PromptStore {
  async insert(tx: Tx, prompt: Omit<Prompt, 'id'>): Promise<Prompt> {
    const inserted = await prompts.insert(tx, prompt)
    if (!inserted) throw new AppError('ERR_INTERNAL', { detail: 'a prompt was not inserted' })
    return inserted
  }

  find(tx: Tx, companyId: CompanyId, id: PromptId): Promise<Prompt | undefined> {
    return prompts.findFirst(tx, sql`WHERE company_id = ${companyId} AND id = ${id}`)
  }

  lock(tx: Tx, companyId: CompanyId, id: PromptId): Promise<Prompt | undefined> {
    return prompts.findFirst(tx, sql`WHERE company_id = ${companyId} AND id = ${id} FOR UPDATE`)
  }

  async save(tx: Tx, prompt: Prompt): Promise<void> {
    await prompts.update(tx, prompt, sql`WHERE company_id = ${prompt.companyId} AND id = ${prompt.id}`)
  }

  async delete(tx: Tx, companyId: CompanyId, id: PromptId): Promise<boolean> {
    return (await execute(tx, sql`DELETE FROM prompts WHERE company_id = ${companyId} AND id = ${id}`)) > 0
  }

  async page(
    tx: Tx,
    companyId: CompanyId,
    search: string,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ found: Prompt[]; count: number }> {
    const where = sql`WHERE company_id = ${companyId} ${matchingNames(search)}`
    const found = await prompts.find(
      tx,
      sql`${where} ORDER BY search_text, id LIMIT ${limit} OFFSET ${offset}`,
    )
    const counted = sql`SELECT count(*)::int AS count FROM prompts ${where}`
    const [total] = await query<{ count: number }>(tx, counted)
    return { found, count: total?.count ?? 0 }
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
