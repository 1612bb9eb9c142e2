import type { Migration } from '@balcao/kernel'

/* The simulated network stands for WhatsApp: see create-simulator. */
export const growSimulator: Migration = {
  name: '20261121T111000-grow-simulator',
  up: `
    ALTER TABLE simulator.lines ADD COLUMN pairing_code text NOT NULL DEFAULT '', ADD COLUMN refusal text NOT NULL DEFAULT '';
    ALTER TABLE simulator.messages ADD COLUMN edited boolean NOT NULL DEFAULT false;
    CREATE TABLE simulator.reactions (
      seq bigserial PRIMARY KEY,
      connection_id integer NOT NULL,
      direction text NOT NULL,
      chat text NOT NULL,
      message_id text NOT NULL,
      target_direction text NOT NULL,
      emoji text NOT NULL,
      person text NOT NULL DEFAULT '',
      name text NOT NULL DEFAULT '',
      taken boolean NOT NULL DEFAULT false,
      at timestamptz NOT NULL
    );
    CREATE INDEX reactions_message ON simulator.reactions (connection_id, chat, message_id, seq);
    CREATE INDEX reactions_untaken ON simulator.reactions (connection_id, seq) WHERE direction = 'in' AND NOT taken;
    CREATE TABLE simulator.calls (
      seq bigserial PRIMARY KEY,
      connection_id integer NOT NULL,
      chat text NOT NULL,
      id text NOT NULL,
      name text NOT NULL DEFAULT '',
      is_video boolean NOT NULL,
      answer text NOT NULL DEFAULT '',
      at timestamptz NOT NULL,
      UNIQUE (connection_id, id)
    );
    CREATE INDEX calls_unanswered ON simulator.calls (connection_id, seq) WHERE answer = '';`,
}
