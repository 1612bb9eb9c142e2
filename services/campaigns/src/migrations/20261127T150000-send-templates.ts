import type { Migration } from '@balcao/kernel'

export const sendTemplates: Migration = {
  name: '20261127T150000-send-templates',
  up: `ALTER TABLE campaigns ADD COLUMN template jsonb`,
}
