import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/* Several good codes for a user, where reset_codes has one: that table is read by the release before, and dropped with the next. */
export const createPasswordCodes: Migration = {
  name: '20261124T002500-create-password-codes',
  up: `
    CREATE TABLE password_codes (
      company_id integer NOT NULL,
      user_id integer NOT NULL,
      code_hash text NOT NULL,
      expires_at timestamptz NOT NULL,
      CONSTRAINT password_codes_pkey PRIMARY KEY (user_id, code_hash),
      CONSTRAINT password_codes_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE
    );
    ${protectTenantTable('password_codes')}`,
}
