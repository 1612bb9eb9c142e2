import type { Migration } from '@balcao/kernel'

/* Of a token only its hash and its last four characters stay. The column `token` stays, empty, until the next release. */
export const hashConnectionTokens: Migration = {
  name: '20261122T050100-hash-connection-tokens',
  up: `
    ALTER TABLE connections ADD COLUMN token_end text NOT NULL DEFAULT '', ALTER COLUMN token SET DEFAULT '';
    UPDATE connections SET token_hash = sha256(convert_to(token, 'UTF8')), token_end = right(token, 4)
      WHERE token <> '' AND deleted_at IS NULL;
    UPDATE connections SET token_hash = NULL WHERE token = '' OR deleted_at IS NOT NULL;
    UPDATE connections SET token = '' WHERE token <> '';`,
}
