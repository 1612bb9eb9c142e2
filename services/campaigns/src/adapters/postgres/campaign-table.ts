import {
  campaignId,
  campaignStatuses,
  campaignStops,
  companyId,
  connectionId,
  contactListId,
  fileListId,
  messageId,
  tagId,
  type CampaignStatus,
  type CampaignStop,
  type CompanyId,
} from '@balcao/contracts'
import { foldText } from '@balcao/kernel'
import { column, entityOf, fixed, generated, group, orNull, tableOf } from '@balcao/platform'

import { itemStates, type CampaignItem, type ItemState } from '../../features/campaigns/campaign-item.store'
import type { Campaign, CampaignSettings } from '../../features/campaigns/campaign.store'

const toStatus = (stored: string): CampaignStatus =>
  campaignStatuses.find((known) => known === stored) ?? 'CANCELADA'
const toStop = (stored: string): CampaignStop => campaignStops.find((known) => known === stored) ?? 'user'
const toState = (stored: string): ItemState => itemStates.find((known) => known === stored) ?? 'failed'

export const campaigns = entityOf<Campaign>()(
  'campaigns',
  {
    id: generated(column.int('id', campaignId)),
    companyId: fixed(column.int('company_id', companyId)),
    name: column.text('name'),
    status: column.text('status', toStatus),
    confirmation: column.bool('confirmation'),
    opensTicket: column.bool('opens_ticket'),
    messages: column.texts('messages'),
    confirmationMessages: column.texts('confirmation_messages'),
    scheduledAt: orNull(column.time('scheduled_at')),
    completedAt: orNull(column.time('completed_at')),
    connectionId: orNull(column.int('connection_id', connectionId)),
    connectionName: column.text('connection_name'),
    contactListId: orNull(column.int('contact_list_id', contactListId)),
    contactListName: column.text('contact_list_name'),
    tagId: orNull(column.int('tag_id', tagId)),
    fileListId: orNull(column.int('file_list_id', fileListId)),
    template: orNull(column.jsonb('template')),
    media: orNull(column.jsonb('media')),
    formerKeys: column.texts('former_keys'),
    stopReason: orNull(column.text('stop_reason', toStop)),
    planned: column.bool('planned'),
    nextAt: orNull(column.time('next_at')),
    lookAt: orNull(column.time('look_at')),
    sentInRun: column.int('sent_in_run'),
    runBeganAt: orNull(column.time('run_began_at')),
    delays: group({ totalMs: column.int('late_ms'), count: column.int('late_count') }),
    counts: group({
      total: column.int('total'),
      delivered: column.int('delivered'),
      failed: column.int('failed'),
      refused: column.int('refused'),
      confirmationsRequested: column.int('confirmations_requested'),
      confirmed: column.int('confirmed'),
      received: column.int('received'),
      read: column.int('read'),
      answered: column.int('answered'),
    }),
    unannounced: column.bool('unannounced'),
    createdAt: fixed(column.time('created_at')),
    updatedAt: column.time('updated_at'),
  },
  { derived: { search_text: { type: 'text', from: ({ name }) => foldText(name) } } },
)

export const campaignSettings = entityOf<{ companyId: CompanyId; settings: CampaignSettings }>()(
  'campaign_settings',
  { companyId: fixed(column.int('company_id', companyId)), settings: column.jsonb('settings') },
  { primary: ['companyId'] },
)

export const campaignItems = tableOf<CampaignItem>()('campaign_items', {
  id: generated(column.bigint('id')),
  companyId: fixed(column.int('company_id', companyId)),
  campaignId: fixed(column.int('campaign_id', campaignId)),
  position: fixed(column.int('position')),
  name: column.text('name'),
  number: column.text('number'),
  numberKey: column.text('number_key'),
  email: column.text('email'),
  state: column.text('state', toState),
  messageId: orNull(column.uuid('message_id', messageId)),
  fileId: orNull(column.int('file_id', Number)),
  sentFiles: column.ints('sent_files', Number),
  ack: column.smallint('ack'),
  failure: column.text('failure'),
  dueAt: orNull(column.time('due_at')),
  confirmationRequestedAt: orNull(column.time('confirmation_requested_at')),
  confirmedAt: orNull(column.time('confirmed_at')),
  answer: column.text('answer'),
  answeredAt: orNull(column.time('answered_at')),
  answersAreTold: column.bool('answers_are_told'),
  deliveredAt: orNull(column.time('delivered_at')),
  endedAt: orNull(column.time('ended_at')),
})
