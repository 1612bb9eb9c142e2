import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/*
 * What the media of each company take, against `plans.media_megabytes` (0 is no limit). `used_bytes` is the sum of the company's files.
 * A file with `unsettled_at` is being stored or deleted: its bytes are what it may take.
 */
export const createMediaAccounts: Migration = {
  name: '20261124T100000-create-media-accounts',
  up: `
    ALTER TABLE plans
      ADD COLUMN media_megabytes integer NOT NULL DEFAULT 0,
      ADD CONSTRAINT plans_media_not_negative CHECK (media_megabytes >= 0);
    CREATE TABLE media_accounts (
      company_id integer NOT NULL,
      used_bytes bigint NOT NULL DEFAULT 0,
      counted_at timestamptz,
      refused_at timestamptz,
      CONSTRAINT media_accounts_pkey PRIMARY KEY (company_id),
      CONSTRAINT media_accounts_used_not_negative CHECK (used_bytes >= 0)
    );
    ${protectTenantTable('media_accounts')}
    CREATE TABLE media_files (
      company_id integer NOT NULL,
      key text NOT NULL,
      size_bytes bigint NOT NULL,
      unsettled_at timestamptz,
      CONSTRAINT media_files_pkey PRIMARY KEY (company_id, key),
      CONSTRAINT media_files_size_not_negative CHECK (size_bytes >= 0)
    );
    CREATE INDEX media_files_unsettled ON media_files (unsettled_at) WHERE unsettled_at IS NOT NULL;
    ${protectTenantTable('media_files')}`,
}
