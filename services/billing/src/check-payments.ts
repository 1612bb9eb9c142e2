import { systemClock } from '@balcao/kernel'

import { createRemoteProvider } from './adapters/payments/create-provider'
import type { BillingConfig } from './config'

/* As long as the providers want it; ours are random. */
const UNUSED_TXID = 'balcaoDoctor000000000000000000'

/**
 * Asks the configured provider for a charge that nobody made: an authenticated call that reads and changes nothing.
 * @returns its name; undefined without a provider.
 * @throws {AppError} ERR_UNAVAILABLE where it cannot be reached or refuses our keys.
 */
export async function checkPaymentKeys(config: BillingConfig): Promise<string | undefined> {
  const provider = createRemoteProvider(config, systemClock)
  await provider?.findProviderId(UNUSED_TXID)
  return provider?.name
}
