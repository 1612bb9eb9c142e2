import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/* Ids only: the address is read when the mail is sent. */
export const createSignUpNotices: Migration = {
  name: '20261122T090000-create-sign-up-notices',
  up: `
    CREATE TABLE sign_up_notices (
      company_id integer NOT NULL,
      user_id integer NOT NULL,
      asked_at timestamptz NOT NULL,
      mailed_at timestamptz,
      CONSTRAINT sign_up_notices_pkey PRIMARY KEY (user_id),
      CONSTRAINT sign_up_notices_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE
    );
    ${protectTenantTable('sign_up_notices')}`,
}
