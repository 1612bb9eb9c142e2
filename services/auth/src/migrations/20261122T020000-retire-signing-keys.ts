import type { Migration } from '@balcao/kernel'

/* Only the newest key signs; older ones expire like any other retired key. */
export const retireSigningKeys: Migration = {
  name: '20261122T020000-retire-signing-keys',
  up: `
    ALTER TABLE signing_keys ADD COLUMN retired_at timestamptz;
    UPDATE signing_keys SET retired_at = now()
    WHERE kid <> (SELECT kid FROM signing_keys ORDER BY created_at DESC, kid LIMIT 1);`,
}
