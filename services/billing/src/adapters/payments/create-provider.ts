import type { Clock, Database } from '@balcao/kernel'

import type { BillingConfig } from '../../config'
import type { PaymentProvider } from '../../features/payments/payment-provider.port'
import type { SimulatedChargeStore } from '../../features/payments/simulated-charge.store'
import { AsaasProvider } from './asaas-provider'
import { EfiProvider } from './efi-provider'
import { SimulatedProvider } from './simulated-provider'

/** The provider that the configuration names; undefined for none. */
export function createPaymentProvider(
  { payments }: BillingConfig,
  ports: { db: Database; clock: Clock },
  simulatedCharges: SimulatedChargeStore,
): PaymentProvider | undefined {
  if (payments.kind === 'efi') return new EfiProvider(payments, ports.clock)
  if (payments.kind === 'asaas') return new AsaasProvider(payments, ports.clock)
  return payments.kind === 'simulated' ? new SimulatedProvider(ports.db, simulatedCharges) : undefined
}
