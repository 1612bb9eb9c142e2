import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/* Mails carry the e-mail as it was typed, known or not: the same row for both. They are deleted once sent. */
export const createPasswordResets: Migration = {
  name: '20261122T231000-create-password-resets',
  up: `
    CREATE TABLE reset_codes (
      company_id integer NOT NULL,
      user_id integer NOT NULL,
      code_hash text NOT NULL,
      tries integer NOT NULL,
      expires_at timestamptz NOT NULL,
      CONSTRAINT reset_codes_pkey PRIMARY KEY (user_id),
      CONSTRAINT reset_codes_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE
    );
    ${protectTenantTable('reset_codes')}

    CREATE TABLE password_mails (
      id uuid NOT NULL,
      kind text NOT NULL,
      email text NOT NULL,
      requested_at timestamptz NOT NULL,
      tries integer NOT NULL,
      next_try_at timestamptz NOT NULL,
      CONSTRAINT password_mails_pkey PRIMARY KEY (id),
      CONSTRAINT password_mails_kind CHECK (kind IN ('code', 'changed')),
      CONSTRAINT password_mails_unique UNIQUE (email, kind)
    );
    CREATE INDEX password_mails_due ON password_mails (next_try_at);`,
}
