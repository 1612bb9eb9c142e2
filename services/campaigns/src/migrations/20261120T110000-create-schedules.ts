import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

export const createSchedules: Migration = {
  name: '20261120T110000-create-schedules',
  up: `
    CREATE TABLE schedules (
      id serial,
      company_id integer NOT NULL,
      body text NOT NULL,
      send_at timestamptz NOT NULL,
      state text NOT NULL,
      sent_at timestamptz,
      failure text NOT NULL,
      contact_id bigint NOT NULL,
      contact_name text NOT NULL,
      user_id integer NOT NULL,
      user_name text NOT NULL,
      media jsonb,
      due_at timestamptz NOT NULL,
      attempts integer NOT NULL,
      claimed_at timestamptz,
      search_text text NOT NULL,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      CONSTRAINT schedules_pkey PRIMARY KEY (id),
      CONSTRAINT schedules_state_known CHECK (state IN ('PENDENTE', 'ENVIANDO', 'ENVIADA', 'ERRO'))
    );
    CREATE INDEX schedules_by_time ON schedules (company_id, send_at, id);
    CREATE INDEX schedules_by_contact ON schedules (company_id, contact_id, send_at);
    CREATE INDEX schedules_due ON schedules (due_at, id) WHERE state = ANY (ARRAY['PENDENTE'::text, 'ENVIANDO'::text]);
    ${protectTenantTable('schedules')}`,
}
