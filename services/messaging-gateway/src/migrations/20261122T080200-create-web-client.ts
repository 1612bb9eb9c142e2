import type { Migration } from '@balcao/kernel'

/* The version of the web client belongs to no company: only platform transactions see it. */
export const createWebClient: Migration = {
  name: '20261122T080200-create-web-client',
  up: `
    CREATE TABLE web_client (
      one boolean PRIMARY KEY DEFAULT true CHECK (one),
      version bigint[],
      checked_at timestamptz,
      failed_at timestamptz
    );
    ALTER TABLE web_client ENABLE ROW LEVEL SECURITY;
    ALTER TABLE web_client FORCE ROW LEVEL SECURITY;
    CREATE POLICY web_client_platform ON web_client
      USING ((SELECT current_setting('app.scope', true)) = 'platform')
      WITH CHECK ((SELECT current_setting('app.scope', true)) = 'platform');`,
}
