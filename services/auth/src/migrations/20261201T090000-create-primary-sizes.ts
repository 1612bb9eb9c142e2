import type { Migration } from '@balcao/kernel'

/* Of the installation. The schemas of a primary are measured by the services that they are of. */
export const createPrimarySizes: Migration = {
  name: '20261201T090000-create-primary-sizes',
  up: `
    CREATE TABLE primary_sizes (
      name text NOT NULL,
      schema text NOT NULL,
      bytes bigint NOT NULL,
      CONSTRAINT primary_sizes_pkey PRIMARY KEY (name, schema)
    );`,
}
