import type { Migration } from '@balcao/kernel'

export const indexMergedConversations: Migration = {
  name: '20261121T114000-index-merged-conversations',
  up: `CREATE INDEX conversations_merged ON conversations (merged_into) WHERE merged_into IS NOT NULL;`,
}
