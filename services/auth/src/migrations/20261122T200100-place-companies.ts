import type { Migration } from '@balcao/kernel'

/** Business hours are in the company's time zone. */
export const placeCompanies: Migration = {
  name: '20261122T200100-place-companies',
  up: `ALTER TABLE companies ADD COLUMN time_zone text NOT NULL DEFAULT 'America/Sao_Paulo';`,
}
