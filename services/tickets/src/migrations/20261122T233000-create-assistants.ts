import type { Migration } from '@balcao/kernel'
import { protectTenantTable } from '@balcao/platform'

/* A turn is a customer's message that an integration or a prompt is to answer. It names the message and not its text; it is deleted
   when it is answered, and with its ticket. */
export const createAssistants: Migration = {
  name: '20261122T233000-create-assistants',
  up: `
    CREATE TABLE queue_integrations (
      id serial PRIMARY KEY,
      company_id integer NOT NULL,
      type text NOT NULL CHECK (type IN ('dialogflow', 'n8n', 'webhook', 'typebot')),
      name text NOT NULL,
      name_key text NOT NULL,
      search_text text NOT NULL,
      project_name text NOT NULL,
      sealed_json_content text,
      language text NOT NULL,
      url text NOT NULL,
      typebot_slug text NOT NULL,
      typebot_expires integer NOT NULL,
      typebot_delay_message integer NOT NULL,
      typebot_keyword_finish text NOT NULL,
      typebot_keyword_restart text NOT NULL,
      typebot_unknown_message text NOT NULL,
      typebot_restart_message text NOT NULL,
      sealed_signing_secret text,
      created_at timestamptz NOT NULL,
      CONSTRAINT queue_integrations_name UNIQUE (company_id, name_key)
    );
    ${protectTenantTable('queue_integrations')}

    CREATE TABLE prompts (
      id serial PRIMARY KEY,
      company_id integer NOT NULL,
      name text NOT NULL,
      search_text text NOT NULL,
      prompt text NOT NULL,
      sealed_api_key text,
      voice text NOT NULL,
      sealed_voice_key text,
      voice_region text NOT NULL,
      max_tokens integer NOT NULL,
      temperature double precision NOT NULL,
      max_messages integer NOT NULL,
      queue_id integer,
      monthly_tokens integer NOT NULL,
      created_at timestamptz NOT NULL,
      CONSTRAINT prompts_company_id UNIQUE (company_id, id)
    );
    ${protectTenantTable('prompts')}

    CREATE TABLE prompt_usage (
      company_id integer NOT NULL,
      prompt_id integer NOT NULL,
      month text NOT NULL,
      tokens bigint NOT NULL,
      CONSTRAINT prompt_usage_pkey PRIMARY KEY (company_id, prompt_id, month),
      CONSTRAINT prompt_usage_prompt_fkey FOREIGN KEY (company_id, prompt_id) REFERENCES prompts (company_id, id) ON DELETE CASCADE
    );
    ${protectTenantTable('prompt_usage')}

    CREATE TABLE assistant_turns (
      id uuid PRIMARY KEY,
      company_id integer NOT NULL,
      ticket_id bigint NOT NULL,
      message_id uuid NOT NULL,
      kind text NOT NULL CHECK (kind IN ('integration', 'prompt')),
      target_id integer NOT NULL,
      tries integer NOT NULL,
      next_try_at timestamptz NOT NULL,
      claimed_until timestamptz,
      failure text NOT NULL,
      dead_at timestamptz,
      created_at timestamptz NOT NULL,
      CONSTRAINT assistant_turns_ticket_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets (company_id, id) ON DELETE CASCADE
    );
    CREATE INDEX assistant_turns_due ON assistant_turns (next_try_at) WHERE dead_at IS NULL;
    CREATE INDEX assistant_turns_ticket ON assistant_turns (company_id, ticket_id);
    ${protectTenantTable('assistant_turns')}

    CREATE TABLE assistant_sessions (
      company_id integer NOT NULL,
      ticket_id bigint NOT NULL,
      session_id text NOT NULL,
      used_at timestamptz NOT NULL,
      hour_at timestamptz NOT NULL,
      turns integer NOT NULL,
      CONSTRAINT assistant_sessions_pkey PRIMARY KEY (company_id, ticket_id),
      CONSTRAINT assistant_sessions_ticket_fkey FOREIGN KEY (company_id, ticket_id) REFERENCES tickets (company_id, id) ON DELETE CASCADE
    );
    ${protectTenantTable('assistant_sessions')}`,
}
