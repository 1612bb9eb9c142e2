import type { Migration } from '@balcao/kernel'

/* A primary that is no longer used is measured no more. */
export const timePrimarySizes: Migration = {
  name: '20261201T130000-time-primary-sizes',
  up: 'ALTER TABLE primary_sizes ADD COLUMN measured_at timestamptz NOT NULL DEFAULT now()',
}
