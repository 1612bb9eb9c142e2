import type { Migration } from '@balcao/kernel'

/*
 * `outbound_of_target`: edits and emojis of a message. `outbound_filled`: what is finished and still says something; rows
 * are emptied as they are finished, so it holds next to nothing.
 */
export const indexErasures: Migration = {
  name: '20261122T061000-index-erasures',
  up: `
    CREATE INDEX outbound_of_target ON outbound (company_id, target_id) WHERE target_id IS NOT NULL;
    CREATE INDEX outbound_filled ON outbound (updated_at) WHERE settled AND payload <> '{}'::jsonb;`,
}
