import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

export const createCompaniesAndUsers: Migration = {
  name: '20261120T100000-create-companies-and-users',
  up: `
    CREATE TABLE companies (
      company_id serial,
      name text NOT NULL,
      name_key text NOT NULL,
      email text NOT NULL,
      phone text NOT NULL DEFAULT '',
      active boolean NOT NULL DEFAULT true,
      plan_id integer NOT NULL,
      due_at timestamptz,
      recurrence text NOT NULL DEFAULT 'MENSAL',
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT companies_pkey PRIMARY KEY (company_id),
      CONSTRAINT companies_name_key_unique UNIQUE (name_key)
    );
    ${protectTenantTable('companies')}

    CREATE TABLE users (
      id serial,
      company_id integer NOT NULL,
      name text NOT NULL,
      email text NOT NULL,
      password_hash text NOT NULL,
      profile text NOT NULL,
      super boolean NOT NULL DEFAULT false,
      active boolean NOT NULL DEFAULT true,
      all_ticket boolean NOT NULL DEFAULT false,
      connection_id integer,
      token_version integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT users_pkey PRIMARY KEY (id),
      CONSTRAINT users_email_unique UNIQUE (email),
      CONSTRAINT users_company_id_unique UNIQUE (company_id, id),
      CONSTRAINT users_profile_known CHECK (profile IN ('user', 'supervisor', 'admin')),
      CONSTRAINT users_email_lower CHECK (email = lower(email)),
      CONSTRAINT users_company_fkey FOREIGN KEY (company_id) REFERENCES companies (company_id) ON DELETE CASCADE
    );
    ${protectTenantTable('users')}

    CREATE TABLE user_queues (
      company_id integer NOT NULL,
      user_id integer NOT NULL,
      queue_id integer NOT NULL,
      CONSTRAINT user_queues_pkey PRIMARY KEY (user_id, queue_id),
      CONSTRAINT user_queues_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE
    );
    CREATE INDEX user_queues_queue ON user_queues (company_id, queue_id);
    ${protectTenantTable('user_queues')}`,
}
