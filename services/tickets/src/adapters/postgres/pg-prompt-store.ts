import type { CompanyId, PromptId, promptSorts } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, PgSearchedRecordStore, query, sql } from '@balcao/platform'

import type { Prompt, PromptStore } from '../../features/prompts/prompt.store'
import { prompts } from './prompt-table'
import { repositoryOf } from './tables'

export class PgPromptStore
  extends PgSearchedRecordStore<Prompt, (typeof promptSorts)[number]>
  implements PromptStore
{
  constructor() {
    super(repositoryOf, prompts, {
      columns: { name: 'r.search_text', maxTokens: 'r.maxTokens' },
      own: ['r.search_text', 'ASC'],
    })
  }

  async readUsage(tx: Tx, companyId: CompanyId, id: PromptId, month: string): Promise<number> {
    const [row] = await query<{ tokens: number }>(
      tx,
      sql`SELECT tokens::float8 AS tokens FROM prompt_usage
        WHERE company_id = ${companyId} AND prompt_id = ${id} AND month = ${month}`,
    )
    return row?.tokens ?? 0
  }

  async addUsage(
    tx: Tx,
    companyId: CompanyId,
    id: PromptId,
    { month, tokens }: { month: string; tokens: number },
  ): Promise<void> {
    await execute(
      tx,
      sql`INSERT INTO prompt_usage (company_id, prompt_id, month, tokens) VALUES (${companyId}, ${id}, ${month}, ${tokens})
        ON CONFLICT (company_id, prompt_id, month) DO UPDATE SET tokens = prompt_usage.tokens + excluded.tokens`,
    )
  }
}
