import { messageId } from '@balcao/contracts'
import { deskEvent, orderingKeys, type DeskEvent, type MessageReceived } from '@balcao/contracts/wire'

import { buildPreview, type CampaignMessage, type MessageDeps, type MessageDocument } from '../messages'
import type { CampaignAnswer } from './campaign-answer'

/** Tells campaigns what a contact answered. */
export const campaignAnswered = (
  stamp: Pick<MessageDeps, 'ids' | 'clock'>,
  { companyId }: DeskEvent,
  { body, sentAt }: MessageReceived,
  { to, meaning, isTaken }: CampaignAnswer,
): DeskEvent =>
  deskEvent(stamp, orderingKeys.campaign(companyId, to.campaignId), 'campaignAnswered', {
    campaignId: to.campaignId,
    messageId: to.id,
    number: to.phone,
    connectionId: to.connectionId,
    meaning,
    body,
    sentAt,
    isTaken,
  })

/** An answer that the campaign takes, as it is held for the person's next ticket. */
export const toHeldAnswer = (
  { to }: CampaignAnswer,
  { waId, remoteJid, kind }: MessageReceived,
  document: MessageDocument,
  sentAt: Date,
): CampaignMessage => ({
  ...to,
  id: messageId(document.id),
  fromMe: false,
  waId,
  remoteJid,
  kind,
  ack: 0,
  failure: '',
  asks: false,
  document,
  sentAt,
})

/** What a quote needs of a campaign's message. */
export const buildCampaignExcerpt = ({ id, kind, fromMe, document }: CampaignMessage) => ({
  id,
  kind,
  fromMe,
  deleted: false,
  preview: document ? buildPreview(document) : '',
})
