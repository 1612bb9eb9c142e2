import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/**
 * One row per service of a ticket, from its opening or reopening to its closing, and the ratings of agents. Tickets from
 * before have one row each, without the times that were not recorded.
 */
export const createTrackings: Migration = {
  name: '20261122T215000-create-trackings',
  up: `
    ALTER TABLE tickets ADD COLUMN rating_at timestamptz;
    CREATE INDEX tickets_waiting_for_rating ON tickets (rating_at) WHERE rating_at IS NOT NULL;

    CREATE TABLE ticket_trackings (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      company_id integer NOT NULL,
      ticket_id bigint NOT NULL,
      connection_id integer NOT NULL,
      queue_id integer,
      user_id integer,
      queued_at timestamptz,
      started_at timestamptz,
      rating_at timestamptz,
      finished_at timestamptz,
      rated boolean NOT NULL DEFAULT false,
      FOREIGN KEY (company_id, ticket_id) REFERENCES tickets (company_id, id) ON DELETE CASCADE
    );
    CREATE UNIQUE INDEX ticket_trackings_current ON ticket_trackings (company_id, ticket_id) WHERE finished_at IS NULL;
    CREATE INDEX ticket_trackings_of_ticket ON ticket_trackings (company_id, ticket_id, finished_at);
    CREATE INDEX ticket_trackings_by_end ON ticket_trackings (company_id, finished_at)
      INCLUDE (user_id, queued_at, started_at);
    INSERT INTO ticket_trackings (company_id, ticket_id, connection_id, queue_id, user_id, queued_at, finished_at)
      SELECT company_id, id, connection_id, queue_id, user_id, created_at, closed_at FROM tickets
      WHERE status <> 'closed' OR closed_at IS NOT NULL;

    CREATE TABLE user_ratings (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      company_id integer NOT NULL,
      ticket_id bigint NOT NULL,
      user_id integer NOT NULL,
      rate smallint NOT NULL CHECK (rate BETWEEN 1 AND 3),
      created_at timestamptz NOT NULL,
      FOREIGN KEY (company_id, ticket_id) REFERENCES tickets (company_id, id) ON DELETE CASCADE
    );
    CREATE INDEX user_ratings_by_time ON user_ratings (company_id, created_at) INCLUDE (user_id, rate);
    CREATE INDEX user_ratings_of_ticket ON user_ratings (company_id, ticket_id);
    ${['ticket_trackings', 'user_ratings'].map(protectTenantTable).join('')}`,
}
