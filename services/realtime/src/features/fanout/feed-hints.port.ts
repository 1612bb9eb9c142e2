import type { CompanyId } from '@balcao/contracts'

/** Says to the other processes that a company's feed has grown. A hint: it may be lost, late or doubled. */
export interface FeedHints {
  tell(companyId: CompanyId, seq: number): void
}
