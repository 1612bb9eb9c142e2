import type { Migration } from '@balcao/kernel'

/* JSON: the template with its values by automatic text, for texts that cannot leave outside of the window. */
export const addFallbacks: Migration = {
  name: '20261129T150000-add-fallbacks',
  up: `ALTER TABLE connections ADD COLUMN fallbacks text NOT NULL DEFAULT '{}'`,
}
