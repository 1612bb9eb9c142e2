export type { ChargeStore } from './charge.store'
export type { PaymentDeps } from './payment-deps'
export type { PaymentProvider } from './payment-provider.port'
export type { SimulatedChargeStore } from './simulated-charge.store'
