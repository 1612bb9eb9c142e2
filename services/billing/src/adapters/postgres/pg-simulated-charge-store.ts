import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { findRow, insertRowUnlessTaken, updateRows } from '@balcao/platform'

import type { SimulatedCharge, SimulatedChargeStore } from '../../features/payments/simulated-charge.store'
import { simulatedCharges } from './charge-table'
import { repositoryOf } from './tables'

export class PgSimulatedChargeStore implements SimulatedChargeStore {
  async put(tx: Tx, charge: SimulatedCharge): Promise<SimulatedCharge> {
    await insertRowUnlessTaken(repositoryOf(tx, simulatedCharges), charge)
    return (await this.find(tx, charge.companyId, charge.txid)) ?? charge
  }

  find(tx: Tx, companyId: CompanyId, txid: string): Promise<SimulatedCharge | undefined> {
    return findRow(repositoryOf(tx, simulatedCharges), { companyId, txid })
  }

  async pay(tx: Tx, companyId: CompanyId, txid: string): Promise<SimulatedCharge | undefined> {
    const payable = { companyId, txid, canceled: false }
    await updateRows(repositoryOf(tx, simulatedCharges), payable, { paidCents: () => 'value_cents' })
    return this.find(tx, companyId, txid)
  }

  async cancelAny(tx: Tx, txid: string): Promise<void> {
    await updateRows(repositoryOf(tx, simulatedCharges), { txid, paidCents: 0 }, { canceled: true })
  }

  findAny(tx: Tx, txid: string): Promise<SimulatedCharge | undefined> {
    return findRow(repositoryOf(tx, simulatedCharges), { txid })
  }
}
