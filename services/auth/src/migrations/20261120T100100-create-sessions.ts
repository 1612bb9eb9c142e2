import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

export const createSessions: Migration = {
  name: '20261120T100100-create-sessions',
  up: `
    CREATE TABLE refresh_tokens (
      id uuid NOT NULL,
      company_id integer NOT NULL,
      user_id integer NOT NULL,
      family_id uuid NOT NULL,
      parent_id uuid,
      token_hash text NOT NULL,
      replaced_by uuid,
      sealed_successor text,
      used_at timestamptz,
      revoked_at timestamptz,
      expires_at timestamptz NOT NULL,
      created_at timestamptz NOT NULL,
      CONSTRAINT refresh_tokens_pkey PRIMARY KEY (id),
      CONSTRAINT refresh_tokens_hash_unique UNIQUE (token_hash),
      CONSTRAINT refresh_tokens_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE
    );
    CREATE INDEX refresh_tokens_user ON refresh_tokens (company_id, user_id);
    CREATE INDEX refresh_tokens_expiry ON refresh_tokens (expires_at);
    ${protectTenantTable('refresh_tokens')}

    CREATE TABLE signing_keys (
      kid text NOT NULL,
      private_pem text NOT NULL,
      public_pem text NOT NULL,
      created_at timestamptz NOT NULL,
      CONSTRAINT signing_keys_pkey PRIMARY KEY (kid)
    );`,
}
