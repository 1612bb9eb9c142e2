import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, sql } from '@balcao/platform'

import type { SimulatedCharge, SimulatedChargeStore } from '../../features/payments/simulated-charge.store'
import { simulatedCharges } from './charge-table'

export class PgSimulatedChargeStore implements SimulatedChargeStore {
  async put(tx: Tx, charge: SimulatedCharge): Promise<SimulatedCharge> {
    await simulatedCharges.insert(tx, charge, sql`ON CONFLICT (txid) DO NOTHING`)
    return (await this.find(tx, charge.companyId, charge.txid)) ?? charge
  }

  find(tx: Tx, company: CompanyId, txid: string): Promise<SimulatedCharge | undefined> {
    return simulatedCharges.findFirst(tx, sql`WHERE company_id = ${company} AND txid = ${txid}`)
  }

  async pay(tx: Tx, company: CompanyId, txid: string): Promise<SimulatedCharge | undefined> {
    await execute(
      tx,
      sql`UPDATE simulated_charges SET paid_cents = value_cents WHERE company_id = ${company} AND txid = ${txid} AND NOT canceled`,
    )
    return this.find(tx, company, txid)
  }

  async cancelAny(tx: Tx, txid: string): Promise<void> {
    await execute(
      tx,
      sql`UPDATE simulated_charges SET canceled = true WHERE txid = ${txid} AND paid_cents = 0`,
    )
  }

  findAny(tx: Tx, txid: string): Promise<SimulatedCharge | undefined> {
    return simulatedCharges.findFirst(tx, sql`WHERE txid = ${txid}`)
  }
}
