import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/* What the official API last said of each template, by connection; `content` is JSON. `asked_at`: before it was asked. */
export const createMessageTemplates: Migration = {
  name: '20261127T060000-create-message-templates',
  up: `
    CREATE TABLE message_templates (
      company_id integer NOT NULL,
      connection_id integer NOT NULL,
      id text NOT NULL,
      name text NOT NULL,
      language text NOT NULL,
      category text NOT NULL,
      state text NOT NULL,
      reason text NOT NULL,
      quality text NOT NULL,
      content text NOT NULL,
      asked_at timestamptz NOT NULL,
      PRIMARY KEY (company_id, connection_id, id)
    );
    CREATE INDEX message_templates_name ON message_templates (company_id, connection_id, name, language);
    ${protectTenantTable('message_templates')}`,
}
