import type { Migration } from '@balcao/kernel'

/*
 * An e-mail is unique among those that their owners have confirmed, all existing ones included, and within a company. The index has the
 * name that the constraint had: it is what both versions recognise a taken e-mail by.
 */
export const confirmEmails: Migration = {
  name: '20261124T120000-confirm-emails',
  up: `
    ALTER TABLE users ADD COLUMN email_confirmed boolean NOT NULL DEFAULT true;
    ALTER TABLE users DROP CONSTRAINT users_email_unique;
    CREATE UNIQUE INDEX users_email_unique ON users (email) WHERE email_confirmed;
    CREATE UNIQUE INDEX users_company_email_unique ON users (company_id, email);

    ALTER TABLE email_changes ADD COLUMN kind text NOT NULL DEFAULT 'own';
    ALTER TABLE email_changes ADD CONSTRAINT email_changes_kind CHECK (kind IN ('own', 'given'));
    CREATE INDEX email_changes_email ON email_changes (email);`,
}
