import { openOtherDatabase, type OtherDatabase } from './other-database'

/* Tables of Chatwoot as its published schema has them; what the import does not read is left out. */

const TIMES = 'created_at timestamp NOT NULL DEFAULT now(), updated_at timestamp NOT NULL DEFAULT now()'

const tables = [
  `accounts (id serial PRIMARY KEY, name text NOT NULL, ${TIMES})`,
  `users (id serial PRIMARY KEY, name text NOT NULL, email text, ${TIMES})`,
  `account_users (id bigserial PRIMARY KEY, account_id bigint, user_id bigint, role int DEFAULT 0, ${TIMES})`,
  `inboxes (id serial PRIMARY KEY, channel_id int, account_id int NOT NULL, name text NOT NULL, channel_type text, greeting_enabled boolean DEFAULT true, greeting_message text,
    working_hours_enabled boolean DEFAULT false, out_of_office_message text, timezone text DEFAULT 'UTC', csat_survey_enabled boolean DEFAULT false, ${TIMES})`,
  `teams (id bigserial PRIMARY KEY, name text NOT NULL, account_id bigint NOT NULL, ${TIMES})`,
  `team_members (id bigserial PRIMARY KEY, team_id bigint NOT NULL, user_id bigint NOT NULL, ${TIMES})`,
  `labels (id bigserial PRIMARY KEY, title text, color text NOT NULL DEFAULT '#1f93ff', account_id bigint, ${TIMES})`,
  'tags (id serial PRIMARY KEY, name text, taggings_count int DEFAULT 0)',
  'taggings (id serial PRIMARY KEY, tag_id int, taggable_type text, taggable_id int, context text, created_at timestamp)',
  `canned_responses (id serial PRIMARY KEY, account_id int NOT NULL, short_code text, content text, ${TIMES})`,
  `contacts (id serial PRIMARY KEY, name text DEFAULT '', email text, phone_number text, account_id int NOT NULL, identifier text, custom_attributes jsonb DEFAULT '{}', ${TIMES})`,
  `conversations (id serial PRIMARY KEY, account_id int NOT NULL, inbox_id int NOT NULL, status int NOT NULL DEFAULT 0, assignee_id int, contact_id bigint,
    team_id bigint, last_activity_at timestamp NOT NULL DEFAULT now(), ${TIMES})`,
  `messages (id serial PRIMARY KEY, content text, account_id int NOT NULL, inbox_id int, conversation_id int NOT NULL, message_type int NOT NULL,
    private boolean NOT NULL DEFAULT false, status int DEFAULT 0, source_id text, content_attributes json DEFAULT '{}', sender_type text, sender_id bigint, ${TIMES})`,
  `attachments (id serial PRIMARY KEY, file_type int DEFAULT 0, message_id int NOT NULL, account_id int, ${TIMES})`,
  `notes (id bigserial PRIMARY KEY, content text NOT NULL, account_id bigint NOT NULL, contact_id bigint NOT NULL, user_id bigint, ${TIMES})`,
  `working_hours (id bigserial PRIMARY KEY, inbox_id bigint, account_id bigint, day_of_week int NOT NULL, closed_all_day boolean DEFAULT false,
    open_hour int, open_minutes int, close_hour int, close_minutes int, open_all_day boolean DEFAULT false, ${TIMES})`,
  `csat_survey_responses (id bigserial PRIMARY KEY, account_id bigint NOT NULL, conversation_id bigint NOT NULL, message_id bigint, rating int NOT NULL,
    feedback_message text, contact_id bigint, assigned_agent_id bigint, ${TIMES})`,
  `campaigns (id bigserial PRIMARY KEY, display_id int, title text NOT NULL, message text NOT NULL, account_id bigint NOT NULL, inbox_id bigint NOT NULL,
    campaign_type int NOT NULL DEFAULT 0, campaign_status int NOT NULL DEFAULT 0, scheduled_at timestamp, ${TIMES})`,
  'active_storage_attachments (id bigserial PRIMARY KEY, name text NOT NULL, record_type text NOT NULL, record_id bigint NOT NULL, blob_id bigint NOT NULL, created_at timestamp)',
  'active_storage_blobs (id bigserial PRIMARY KEY, key text NOT NULL, filename text NOT NULL, content_type text, byte_size bigint, created_at timestamp)',
  'schema_migrations (version text PRIMARY KEY)',
]

/** An empty database of Chatwoot. */
export async function openChatwootDatabase(): Promise<OtherDatabase> {
  const database = await openOtherDatabase(tables)
  await database.put('schema_migrations', { version: '20250816044639' })
  return database
}
