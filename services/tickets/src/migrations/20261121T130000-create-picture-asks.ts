import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

export const createPictureAsks: Migration = {
  name: '20261121T130000-create-picture-asks',
  up: `
    CREATE TABLE contact_picture_asks (
      company_id integer NOT NULL,
      contact_id bigint NOT NULL,
      asked_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, contact_id),
      FOREIGN KEY (company_id, contact_id) REFERENCES contacts (company_id, id) ON DELETE CASCADE
    );
    ${protectTenantTable('contact_picture_asks')}`,
}
