import type { Migration } from '@balcao/kernel'

/* Plans belong to the platform: no row-level security. The first one is the default. */
export const createPlans: Migration = {
  name: '20261120T100000-create-plans',
  up: `
    CREATE TABLE plans (
      id serial NOT NULL,
      name text NOT NULL,
      users integer NOT NULL,
      connections integer NOT NULL,
      queues integer NOT NULL,
      value_cents integer NOT NULL,
      use_campaigns boolean NOT NULL DEFAULT true,
      use_schedules boolean NOT NULL DEFAULT true,
      use_internal_chat boolean NOT NULL DEFAULT true,
      use_external_api boolean NOT NULL DEFAULT true,
      use_kanban boolean NOT NULL DEFAULT true,
      use_open_ai boolean NOT NULL DEFAULT true,
      use_integrations boolean NOT NULL DEFAULT true,
      offered boolean NOT NULL DEFAULT true,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT plans_pkey PRIMARY KEY (id),
      CONSTRAINT plans_name_unique UNIQUE (name),
      CONSTRAINT plans_value_not_negative CHECK (value_cents >= 0)
    );
    INSERT INTO plans (name, users, connections, queues, value_cents, use_campaigns, use_open_ai, use_integrations) VALUES
      ('Plano 1', 10, 10, 10, 3000, true, true, true),
      ('Plano 2', 3, 1, 3, 1500, false, false, false),
      ('Plano 3', 50, 20, 30, 9000, true, true, true);`,
}
