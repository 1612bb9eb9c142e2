import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/** Queues have an option tree, a file with their greeting and a zone of their own. */
export const createQueueOptions: Migration = {
  name: '20261122T211000-create-queue-options',
  up: `
    ALTER TABLE queues
      ADD COLUMN time_zone text,
      ADD COLUMN media jsonb;
    CREATE TABLE queue_options (
      id serial PRIMARY KEY,
      company_id integer NOT NULL,
      queue_id integer NOT NULL,
      parent_id integer,
      title text NOT NULL,
      message text NOT NULL,
      position integer NOT NULL,
      media jsonb,
      CONSTRAINT queue_options_id UNIQUE (company_id, queue_id, id),
      CONSTRAINT queue_options_queue FOREIGN KEY (company_id, queue_id)
        REFERENCES queues (company_id, id) ON DELETE CASCADE,
      CONSTRAINT queue_options_parent FOREIGN KEY (company_id, queue_id, parent_id)
        REFERENCES queue_options (company_id, queue_id, id) ON DELETE CASCADE
    );
    CREATE INDEX queue_options_of_parent ON queue_options (company_id, queue_id, parent_id);
    ${protectTenantTable('queue_options')}`,
}
