import type { Migration } from '@balcao/kernel'

export const addCampaignsEnabledToCompanies: Migration = {
  name: '20261123T030000-add-campaigns-enabled-to-companies',
  up: 'ALTER TABLE companies ADD COLUMN campaigns_enabled boolean NOT NULL DEFAULT true',
}
