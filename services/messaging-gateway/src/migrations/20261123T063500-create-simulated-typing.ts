import type { Migration } from '@balcao/kernel'

/* The simulated network stands for WhatsApp: see create-simulator. */
export const createSimulatedTyping: Migration = {
  name: '20261123T063500-create-simulated-typing',
  up: `
    CREATE TABLE simulator.typing (
      connection_id integer NOT NULL,
      chat text NOT NULL,
      ends_at timestamptz NOT NULL,
      PRIMARY KEY (connection_id, chat)
    );`,
}
