import type { Migration } from '@balcao/kernel'

/* Help videos belong to the platform: no row-level security. */
export const createHelps: Migration = {
  name: '20261123T000500-create-helps',
  up: `
    CREATE TABLE helps (
      id serial NOT NULL,
      title text NOT NULL,
      description text NOT NULL,
      video text NOT NULL,
      CONSTRAINT helps_pkey PRIMARY KEY (id)
    );`,
}
