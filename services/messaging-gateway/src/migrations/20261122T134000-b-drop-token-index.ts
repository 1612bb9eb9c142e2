import type { Migration } from '@balcao/kernel'

/* The list of contacts with a token, which kept those that were erased since. */
export const dropTokenIndex: Migration = {
  name: '20261122T134000-b-drop-token-index',
  up: `DELETE FROM signal_secrets WHERE type = 'tctoken' AND id = '__index'`,
}
