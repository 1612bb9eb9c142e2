import type { Migration } from '@balcao/kernel'

/* Of the installation: there is no company yet. No unique e-mail: who signs up with an address takes it from no one. */
export const createPendingSignUps: Migration = {
  name: '20261124T120100-create-pending-sign-ups',
  up: `
    CREATE TABLE pending_sign_ups (
      id uuid NOT NULL,
      email text NOT NULL,
      name text NOT NULL,
      phone text NOT NULL,
      password_hash text NOT NULL,
      plan_id integer NOT NULL,
      asked_at timestamptz NOT NULL,
      code_hash text,
      mailed_at timestamptz,
      mail_tries integer NOT NULL,
      next_mail_at timestamptz,
      CONSTRAINT pending_sign_ups_pkey PRIMARY KEY (id)
    );
    CREATE INDEX pending_sign_ups_email ON pending_sign_ups (email);
    CREATE INDEX pending_sign_ups_due ON pending_sign_ups (next_mail_at);
    CREATE INDEX pending_sign_ups_asked ON pending_sign_ups (asked_at);`,
}
