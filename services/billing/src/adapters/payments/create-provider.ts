import type { Clock, Database } from '@balcao/kernel'

import type { BillingConfig } from '../../config'
import type { PaymentProvider } from '../../features/payments/payment-provider.port'
import type { SimulatedChargeStore } from '../../features/payments/simulated-charge.store'
import { AsaasProvider } from './asaas-provider'
import { EfiProvider } from './efi-provider'
import { SimulatedProvider } from './simulated-provider'

/** The provider outside that the configuration names; undefined for none, and for the simulated one. */
export function createRemoteProvider({ payments }: BillingConfig, clock: Clock): PaymentProvider | undefined {
  if (payments.kind === 'efi') return new EfiProvider(payments, clock)
  return payments.kind === 'asaas' ? new AsaasProvider(payments, clock) : undefined
}

/** The provider that the configuration names; undefined for none. */
export function createPaymentProvider(
  config: BillingConfig,
  ports: { db: Database; clock: Clock },
  simulatedCharges: SimulatedChargeStore,
): PaymentProvider | undefined {
  if (config.payments.kind === 'simulated') return new SimulatedProvider(ports.db, simulatedCharges)
  return createRemoteProvider(config, ports.clock)
}
