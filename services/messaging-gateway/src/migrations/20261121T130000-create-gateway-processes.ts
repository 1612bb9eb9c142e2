import type { Migration } from '@balcao/kernel'

/* Processes belong to no company: only platform transactions see them. */
export const createGatewayProcesses: Migration = {
  name: '20261121T130000-create-gateway-processes',
  up: `
    CREATE TABLE gateway_processes (
      owner text PRIMARY KEY,
      rpc_address text NOT NULL,
      draining boolean NOT NULL DEFAULT false,
      seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
    );
    ALTER TABLE gateway_processes ENABLE ROW LEVEL SECURITY;
    ALTER TABLE gateway_processes FORCE ROW LEVEL SECURITY;
    CREATE POLICY gateway_processes_platform ON gateway_processes
      USING ((SELECT current_setting('app.scope', true)) = 'platform')
      WITH CHECK ((SELECT current_setting('app.scope', true)) = 'platform');`,
}
