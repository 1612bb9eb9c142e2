import type { Migration } from '@balcao/kernel'

/* The default week, as it was when this migration was written. */
const WEEK = JSON.stringify(
  [
    ['Segunda-feira', 'monday', '08:00', '18:00'],
    ['Terça-feira', 'tuesday', '08:00', '18:00'],
    ['Quarta-feira', 'wednesday', '08:00', '18:00'],
    ['Quinta-feira', 'thursday', '08:00', '18:00'],
    ['Sexta-feira', 'friday', '08:00', '18:00'],
    ['Sábado', 'saturday', '08:00', '12:00'],
    ['Domingo', 'sunday', '00:00', '00:00'],
  ].map(([weekday, weekdayEn, startTime, endTime]) => ({ weekday, weekdayEn, startTime, endTime })),
)

/** Queues keep hours, prompt and integration; contacts have a uuid; tags know who made them. */
export const completeViews: Migration = {
  name: '20261122T040000-complete-views',
  up: `
    ALTER TABLE queues
      ADD COLUMN schedules jsonb NOT NULL DEFAULT '${WEEK}',
      ADD COLUMN prompt_id integer,
      ADD COLUMN integration_id integer;
    ALTER TABLE queues ALTER COLUMN schedules SET DEFAULT '[]';
    ALTER TABLE contacts ADD COLUMN uuid uuid NOT NULL DEFAULT gen_random_uuid();
    ALTER TABLE tags ADD COLUMN user_id integer;`,
}
