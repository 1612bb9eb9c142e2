import { repositoriesOf } from '@balcao/platform'

import { charges, paymentEvents, simulatedCharges } from './charge-table'
import { companies } from './company-table'
import { invoices } from './invoice-table'
import { mediaAccounts, mediaFiles } from './media-quota-tables'
import { payers } from './payer-table'
import { plans } from './plan-table'

/** Every table with a map; a test compares them with what the migrations made. */
export const entities = [
  companies,
  plans,
  invoices,
  charges,
  paymentEvents,
  simulatedCharges,
  payers,
  mediaAccounts.entity,
  mediaFiles.entity,
]

export const repositoryOf = repositoriesOf(entities)
