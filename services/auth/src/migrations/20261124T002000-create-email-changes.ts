import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/*
 * No unique e-mail: asking for an address takes it from no one. `next_mail_at` is null once the mail was sent. The check of
 * password_mails gets a kind more; the table has the mails of the last minutes.
 */
export const createEmailChanges: Migration = {
  name: '20261124T002000-create-email-changes',
  up: `
    CREATE TABLE email_changes (
      company_id integer NOT NULL,
      user_id integer NOT NULL,
      email text NOT NULL,
      requested_at timestamptz NOT NULL,
      code_hash text,
      tries integer NOT NULL,
      expires_at timestamptz NOT NULL,
      mail_tries integer NOT NULL,
      next_mail_at timestamptz,
      CONSTRAINT email_changes_pkey PRIMARY KEY (user_id),
      CONSTRAINT email_changes_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE
    );
    CREATE INDEX email_changes_due ON email_changes (next_mail_at);
    ${protectTenantTable('email_changes')}

    ALTER TABLE password_mails DROP CONSTRAINT password_mails_kind;
    ALTER TABLE password_mails ADD CONSTRAINT password_mails_kind CHECK (kind IN ('code', 'changed', 'moved'));`,
}
