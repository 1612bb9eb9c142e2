import type { Migration } from '@balcao/kernel'

/*
 * `send_key` names the send at tickets: one for each use of a caller's key, so a key that was forgotten and is used again
 * is another send there. '' is a row from before: tickets knows its send by the caller's key.
 * `working_since` is null while no call works on a send whose outcome is unknown.
 */
export const nameApiSends: Migration = {
  name: '20261122T050000-name-api-sends',
  up: `
    ALTER TABLE api_requests
      ADD COLUMN send_key text NOT NULL DEFAULT '',
      ADD COLUMN working_since timestamptz DEFAULT now(),
      ADD COLUMN tries integer NOT NULL DEFAULT 1;
    UPDATE api_requests SET working_since = started_at;`,
}
