import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

export const createPublishedPositions: Migration = {
  name: '20261127T063000-create-published-positions',
  up: `
    CREATE TABLE published_positions (
      company_id integer PRIMARY KEY,
      seq bigint NOT NULL
    ) WITH (fillfactor = 50);
    ${protectTenantTable('published_positions')}`,
}
