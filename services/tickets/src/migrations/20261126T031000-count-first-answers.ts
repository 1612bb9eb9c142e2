import type { Migration } from '@balcao/kernel'

/* When an agent wrote first in a service, and how long a customer who waited had waited by then. */
export const countFirstAnswers: Migration = {
  name: '20261126T031000-count-first-answers',
  up: 'ALTER TABLE ticket_trackings ADD COLUMN answered_at timestamptz, ADD COLUMN answer_wait interval;',
}
