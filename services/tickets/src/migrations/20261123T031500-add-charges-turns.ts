import type { Migration } from '@balcao/kernel'

export const addChargesTurns: Migration = {
  name: '20261123T031500-add-charges-turns',
  up: `
    ALTER TABLE assistant_turns DROP CONSTRAINT assistant_turns_kind_check;
    ALTER TABLE assistant_turns ADD CONSTRAINT assistant_turns_kind_check CHECK (kind IN ('integration', 'prompt', 'charges'))`,
}
