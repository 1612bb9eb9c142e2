import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

export const createShownUsers: Migration = {
  name: '20261122T090100-create-shown-users',
  up: `
    CREATE TABLE shown_users (
      company_id integer NOT NULL,
      user_id integer NOT NULL,
      revision integer NOT NULL,
      deleted boolean NOT NULL DEFAULT false,
      CONSTRAINT shown_users_pkey PRIMARY KEY (company_id, user_id)
    );
    ${protectTenantTable('shown_users')}`,
}
