import type { PublishedTables } from './source-database'

/* Tables and columns of Chatwoot as its published schema has them (4.x, to 2025-08). */
export const chatwootTables: PublishedTables = {
  accounts: {
    needed: 'id name',
    known:
      'created_at updated_at locale domain support_email feature_flags auto_resolve_duration limits custom_attributes status internal_attributes settings',
  },
  users: {
    needed: 'id name email created_at',
    known:
      'provider uid encrypted_password reset_password_token reset_password_sent_at remember_created_at sign_in_count current_sign_in_at last_sign_in_at current_sign_in_ip last_sign_in_ip confirmation_token confirmed_at confirmation_sent_at unconfirmed_email display_name tokens updated_at pubsub_token availability ui_settings custom_attributes type message_signature otp_secret consumed_timestep otp_required_for_login otp_backup_codes',
  },
  account_users: {
    needed: 'account_id user_id role',
    known:
      'id inviter_id created_at updated_at active_at availability auto_offline custom_role_id agent_capacity_policy_id',
  },
  inboxes: {
    needed: 'id account_id name channel_type',
    known:
      'channel_id created_at updated_at enable_auto_assignment greeting_enabled greeting_message email_address working_hours_enabled out_of_office_message timezone enable_email_collect csat_survey_enabled allow_messages_after_resolved auto_assignment_config lock_to_single_conversation portal_id sender_name_type business_name csat_config',
  },
  teams: { needed: 'id name account_id', known: 'description allow_auto_assign created_at updated_at' },
  team_members: { needed: 'team_id user_id', known: 'id created_at updated_at' },
  labels: {
    needed: 'id title color account_id',
    known: 'description show_on_sidebar created_at updated_at',
  },
  tags: { needed: 'id name', known: 'taggings_count' },
  taggings: {
    needed: 'tag_id taggable_type taggable_id context',
    known: 'id tagger_type tagger_id created_at',
  },
  canned_responses: { needed: 'id account_id short_code content', known: 'created_at updated_at' },
  contacts: {
    needed: 'id account_id name email phone_number identifier custom_attributes created_at updated_at',
    known:
      'additional_attributes last_activity_at contact_type middle_name last_name location country_code blocked company_id',
  },
  conversations: {
    needed:
      'id account_id inbox_id status assignee_id contact_id team_id created_at updated_at last_activity_at',
    known:
      'display_id contact_last_seen_at agent_last_seen_at additional_attributes contact_inbox_id uuid identifier campaign_id snoozed_until custom_attributes assignee_last_seen_at first_reply_created_at priority sla_policy_id waiting_since cached_label_list assignee_agent_bot_id',
  },
  messages: {
    needed:
      'id content account_id conversation_id message_type private status source_id content_attributes sender_type sender_id created_at',
    known:
      'inbox_id updated_at content_type external_source_ids additional_attributes processed_message_content sentiment',
  },
  attachments: {
    needed: 'id file_type message_id',
    known:
      'external_url coordinates_lat coordinates_long account_id created_at updated_at fallback_title extension meta',
  },
  working_hours: {
    needed: 'inbox_id account_id day_of_week open_hour open_minutes close_hour close_minutes closed_all_day',
    known: 'id open_all_day created_at updated_at workable_type workable_id',
    isOptional: true,
  },
  csat_survey_responses: {
    needed: 'id account_id conversation_id rating assigned_agent_id created_at',
    known:
      'message_id feedback_message contact_id csat_review_notes review_notes_updated_at review_notes_updated_by_id updated_at',
    isOptional: true,
  },
  campaigns: {
    needed: 'id account_id inbox_id title message campaign_type campaign_status scheduled_at created_at',
    known:
      'display_id description sender_id enabled trigger_rules updated_at audience trigger_only_during_business_hours template_params',
    isOptional: true,
  },
  notes: { needed: 'id content account_id contact_id user_id created_at', known: 'updated_at' },
  active_storage_attachments: {
    needed: 'name record_type record_id blob_id',
    known: 'id created_at',
  },
  active_storage_blobs: {
    needed: 'id key filename',
    known: 'content_type metadata byte_size checksum created_at service_name',
  },
}

/** A time, which is without a zone there and means UTC. */
export const utc = (column: string, as: string): string => `${column} AT TIME ZONE 'UTC' AS "${as}"`
