import type { Migration } from '@balcao/kernel'

/* First page of a document whose file is fetched later; null: its sender sent none. */
export const keepThumbnails: Migration = {
  name: '20261123T081000-keep-thumbnails',
  up: `ALTER TABLE media_fetches ADD COLUMN thumbnail text;`,
}
