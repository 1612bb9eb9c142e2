import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { ApiLimits, ApiUsage, ApiWindows } from './api-usage'

export type { ApiLimits, ApiUsage, ApiWindows }

/** Messages of the send API by company, of the current minute and day. Processes whose clocks differ share the later window. */
export interface ApiUsageStore {
  /** Counts the messages in both windows when they fit in both; whether they did. Exact under parallel calls. */
  take(
    tx: Tx,
    companyId: CompanyId,
    asked: { windows: ApiWindows; messages: number; limits: ApiLimits },
  ): Promise<boolean>
  /** Takes messages back out of the windows that have not ended. */
  giveBack(tx: Tx, companyId: CompanyId, taken: { windows: ApiWindows; messages: number }): Promise<void>
  read(tx: Tx, companyId: CompanyId, windows: ApiWindows): Promise<ApiUsage>
}
