import { protectTenantTable } from '@balcao/platform'
import type { Migration } from '@balcao/kernel'

export const createFeed: Migration = {
  name: '20261120T100000-create-feed',
  up: `
    CREATE TABLE feed_heads (
      company_id integer PRIMARY KEY,
      seq bigint NOT NULL
    ) WITH (fillfactor = 50);
    CREATE TABLE feed (
      company_id integer NOT NULL,
      seq bigint NOT NULL,
      event_id uuid NOT NULL,
      part text NOT NULL,
      channel text,
      audience text[] NOT NULL,
      except_rooms text[] NOT NULL,
      event json NOT NULL,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, seq),
      UNIQUE (event_id, part)
    );
    CREATE INDEX feed_created_at ON feed USING brin (created_at);
    CREATE TABLE announced_presence (
      company_id integer NOT NULL,
      user_id integer NOT NULL,
      announced_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, user_id)
    );
    ${protectTenantTable('feed_heads')}
    ${protectTenantTable('feed')}
    ${protectTenantTable('announced_presence')}`,
}
