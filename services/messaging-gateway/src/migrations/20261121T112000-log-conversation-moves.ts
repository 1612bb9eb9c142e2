import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

export const logConversationMoves: Migration = {
  name: '20261121T112000-log-conversation-moves',
  up: `
    CREATE TABLE conversation_moves (
      id uuid PRIMARY KEY,
      company_id integer NOT NULL,
      connection_id integer NOT NULL,
      kind text NOT NULL,
      to_id uuid NOT NULL,
      from_id uuid NOT NULL,
      aliases text[] NOT NULL,
      moved_by text NOT NULL,
      moved_at timestamptz NOT NULL,
      undone_at timestamptz,
      undone_by text NOT NULL DEFAULT ''
    );
    CREATE INDEX conversation_moves_connection ON conversation_moves (connection_id, id);
    CREATE INDEX conversation_moves_undone ON conversation_moves (company_id, from_id) WHERE undone_at IS NOT NULL;
    ${protectTenantTable('conversation_moves')}`,
}
