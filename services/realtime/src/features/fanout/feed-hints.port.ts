import type { CompanyId } from '@balcao/contracts'

/** Notifies the other processes that a company's feed has grown. Hints may be lost, late or repeated. */
export interface FeedHints {
  tell(companyId: CompanyId, seq: number): void
}
