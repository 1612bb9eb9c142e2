import type { Migration } from '@balcao/kernel'

export const sendSchedulesInTurn: Migration = {
  name: '20261126T033000-send-schedules-in-turn',
  up: `
    CREATE INDEX schedules_turn ON schedules (company_id, due_at, id)
      WHERE state = ANY (ARRAY['PENDENTE'::text, 'ENVIANDO'::text])`,
}
