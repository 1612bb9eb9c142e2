import type { MigrationSet } from '@balcao/kernel'

import { createPlans } from './20261120T100000-create-plans'
import { createCompanies } from './20261120T100100-create-companies'
import { addRevisionToCompanies } from './20261122T020000-add-revision-to-companies'
import { createInvoices } from './20261122T234000-create-invoices'
import { createCharges } from './20261122T234100-create-charges'
import { addCampaignsEnabledToCompanies } from './20261123T030000-add-campaigns-enabled-to-companies'
import { addTaxIdToPayers } from './20261123T032000-add-tax-id-to-payers'
import { limitApiMessages } from './20261123T064000-limit-api-messages'
import { addDistrictToPayers } from './20261123T072000-add-district-to-payers'
import { addSettlementToCharges } from './20261124T010000-add-settlement-to-charges'
import { askAboutChargesByTime } from './20261124T010100-ask-about-charges-by-time'
import { createMediaAccounts } from './20261124T100000-create-media-accounts'
import { noteRefusedBytes } from './20261124T100100-note-refused-bytes'
import { addChosenTermsToInvoices } from './20261124T110000-add-chosen-terms-to-invoices'

export const billingMigrations: MigrationSet = {
  schema: 'billing',
  migrations: [
    createPlans,
    createCompanies,
    addRevisionToCompanies,
    createInvoices,
    createCharges,
    addCampaignsEnabledToCompanies,
    addTaxIdToPayers,
    limitApiMessages,
    addDistrictToPayers,
    addSettlementToCharges,
    askAboutChargesByTime,
    createMediaAccounts,
    noteRefusedBytes,
    addChosenTermsToInvoices,
  ],
}
