import { isDeepStrictEqual } from 'node:util'

import type {
  CampaignId,
  CampaignStatus,
  CampaignStop,
  CompanyId,
  ConnectionId,
  ContactListId,
  FileListId,
  TagId,
} from '@balcao/contracts'
import type { Media } from '@balcao/contracts/wire'
import { AppError, DAY, HOUR, MINUTE } from '@balcao/kernel'

import { assertHeaderFile, type PlannedTemplate } from '../templates'
import { noDelays, type Delays } from './pacing'

/** Numbers of contacts; each of `total` ends as delivered, failed or refused. */
export interface CampaignCounts {
  total: number
  delivered: number
  failed: number
  refused: number
  confirmationsRequested: number
  confirmed: number
  received: number
  read: number
  /** Said yes, no, or that they want no more. */
  answered: number
}

export interface Campaign {
  id: CampaignId
  companyId: CompanyId
  name: string
  status: CampaignStatus
  confirmation: boolean
  /** A yes or no to the confirmation opens a ticket all the same. */
  opensTicket: boolean
  /** Five texts; '' is none. */
  messages: readonly string[]
  confirmationMessages: readonly string[]
  /** Sent in place of the messages. */
  template: PlannedTemplate | null
  scheduledAt: Date | null
  completedAt: Date | null
  connectionId: ConnectionId | null
  connectionName: string
  contactListId: ContactListId | null
  contactListName: string
  tagId: TagId | null
  /** Its files go ahead of the message. */
  fileListId: FileListId | null
  media: Media | null
  /** Keys of replaced files: a sent message may use one. */
  formerKeys: readonly string[]
  stopReason: CampaignStop | null
  /** Whether its contacts are in its items. */
  planned: boolean
  /** When the next message may be sent, by its pace. */
  nextAt: Date | null
  /** When it is looked at next, while it runs. */
  lookAt: Date | null
  /** Messages since it began or was restarted. */
  sentInRun: number
  runBeganAt: Date | null
  /** How long its last messages were sent after their time. */
  delays: Delays
  counts: CampaignCounts
  /** Changed since its last event: progress is announced once a second. */
  unannounced: boolean
  createdAt: Date
  updatedAt: Date
}

export type CampaignDraft = Pick<
  Campaign,
  | 'name'
  | 'confirmation'
  | 'opensTicket'
  | 'messages'
  | 'confirmationMessages'
  | 'template'
  | 'scheduledAt'
  | 'connectionId'
  | 'connectionName'
  | 'contactListId'
  | 'contactListName'
  | 'tagId'
  | 'fileListId'
>

/** A draft with the file that is attached with it. */
export type DraftWithFile = CampaignDraft & { media?: Media | undefined }

export const noCounts: CampaignCounts = {
  total: 0,
  delivered: 0,
  failed: 0,
  refused: 0,
  confirmationsRequested: 0,
  confirmed: 0,
  received: 0,
  read: 0,
  answered: 0,
}

export const emptyDraft: CampaignDraft = {
  name: '',
  confirmation: false,
  opensTicket: false,
  messages: ['', '', '', '', ''],
  confirmationMessages: ['', '', '', '', ''],
  template: null,
  scheduledAt: null,
  connectionId: null,
  connectionName: '',
  contactListId: null,
  contactListName: '',
  tagId: null,
  fileListId: null,
}

/** A scheduled campaign is closed to changes this long before it begins. */
export const EDIT_CLOSES_MS = HOUR
/* Clocks differ, and forms send whole minutes. */
const LATEST_START_MS = 5 * MINUTE
/** A contact who does not answer the confirmation for this long has refused. */
export const ANSWER_WITHIN_MS = DAY

const hasText = (texts: readonly string[]) => texts.some((text) => text.trim() !== '')

/** @throws {AppError} ERR_CAMPAIGN_IN_PAST for a time that nobody means by "now". */
export function assertNotPast({ scheduledAt }: Pick<CampaignDraft, 'scheduledAt'>, now: Date): void {
  if (scheduledAt === null || now.getTime() - scheduledAt.getTime() <= LATEST_START_MS) return
  throw new AppError('ERR_CAMPAIGN_IN_PAST', { fields: { scheduledAt: 'In the past' } })
}

/** @throws {AppError} ERR_CAMPAIGN_INCOMPLETE for a campaign without connection, contacts or a message. */
export function assertComplete(draft: CampaignDraft): void {
  const hasContacts = draft.contactListId !== null || draft.tagId !== null
  const isComplete =
    draft.connectionId !== null &&
    hasContacts &&
    (draft.template !== null || hasText(draft.messages)) &&
    (!draft.confirmation || hasText(draft.confirmationMessages))
  if (!isComplete) throw new AppError('ERR_CAMPAIGN_INCOMPLETE')
}

/**
 * Asked before it, or with files, it would reach only who wrote within the window, for whom no template is needed.
 * @throws {AppError} ERR_TEMPLATE_ALONE for a template with a confirmation or files beside its header's, ERR_TEMPLATE_FILE and
 *   ERR_MEDIA_TOO_LARGE for a file that its header does not take.
 */
export function assertTemplateAlone({
  template,
  confirmation,
  fileListId,
  media,
}: Pick<Campaign, 'template' | 'confirmation' | 'fileListId' | 'media'>): void {
  if (template === null) return
  if (confirmation || fileListId !== null || (media !== null && !template.file))
    throw new AppError('ERR_TEMPLATE_ALONE')
  if (media !== null) assertHeaderFile(template, media)
}

/** @throws {AppError} ERR_TEMPLATE_FILE for a template whose header lacks its file. */
function assertHasFile({ template, media }: Pick<Campaign, 'template' | 'media'>): void {
  if (template !== null) assertHeaderFile(template, media)
}

const chooseStatus = (draft: CampaignDraft): CampaignStatus =>
  draft.scheduledAt === null ? 'INATIVA' : 'PROGRAMADA'

/**
 * A new campaign: scheduled when it has a time.
 * @throws {AppError} ERR_CAMPAIGN_INCOMPLETE, ERR_CAMPAIGN_IN_PAST, ERR_TEMPLATE_ALONE, ERR_TEMPLATE_FILE, ERR_MEDIA_TOO_LARGE
 */
export function buildCampaign(
  companyId: CompanyId,
  { media: given, ...draft }: DraftWithFile,
  now: Date,
): Omit<Campaign, 'id'> {
  const media = given ?? null
  assertNotPast(draft, now)
  if (draft.scheduledAt) assertComplete(draft)
  assertTemplateAlone({ ...draft, media })
  if (draft.scheduledAt) assertHasFile({ ...draft, media })
  return {
    ...draft,
    companyId,
    status: chooseStatus(draft),
    completedAt: null,
    media,
    formerKeys: [],
    stopReason: null,
    planned: false,
    nextAt: null,
    lookAt: null,
    sentInRun: 0,
    runBeganAt: null,
    delays: noDelays,
    counts: noCounts,
    unannounced: false,
    createdAt: now,
    updatedAt: now,
  }
}

/** What a person may change now: everything, the messages of a cancelled campaign, or nothing. */
export function findEditable(
  { status, scheduledAt }: Pick<Campaign, 'status' | 'scheduledAt'>,
  now: Date,
): 'all' | 'messages' | 'nothing' {
  if (status === 'INATIVA') return 'all'
  if (status === 'CANCELADA') return 'messages'
  const isFar = scheduledAt !== null && scheduledAt.getTime() - now.getTime() > EDIT_CLOSES_MS
  return status === 'PROGRAMADA' && isFar ? 'all' : 'nothing'
}

const pickDraft = (campaign: CampaignDraft): CampaignDraft => ({
  name: campaign.name,
  confirmation: campaign.confirmation,
  opensTicket: campaign.opensTicket,
  messages: campaign.messages,
  confirmationMessages: campaign.confirmationMessages,
  template: campaign.template,
  scheduledAt: campaign.scheduledAt,
  connectionId: campaign.connectionId,
  connectionName: campaign.connectionName,
  contactListId: campaign.contactListId,
  contactListName: campaign.contactListName,
  tagId: campaign.tagId,
  fileListId: campaign.fileListId,
})

/** The campaign's own values with those that the patch names. */
export const applyPatch = (campaign: Campaign, patch: Partial<CampaignDraft>): CampaignDraft => ({
  ...pickDraft(campaign),
  ...patch,
})

/* Contacts that are left get the new messages; who gets them, when and from where was decided. */
function changeMessages(
  campaign: Campaign,
  { messages, confirmationMessages, template, ...plan }: CampaignDraft,
): Campaign {
  const changed = { ...campaign, messages, confirmationMessages, template }
  if (!isDeepStrictEqual({ ...plan, messages, confirmationMessages, template }, pickDraft(changed)))
    throw new AppError('ERR_CAMPAIGN_NOT_EDITABLE', { detail: 'only the messages of a cancelled campaign' })
  return changed
}

const withMedia = (campaign: Campaign, media: Media | null): Campaign => ({
  ...campaign,
  media,
  formerKeys: campaign.media ? [...campaign.formerKeys, campaign.media.key] : campaign.formerKeys,
})

/* The file of a header leaves with its template, which no message has as its own. */
function changeMedia(campaign: Campaign, before: Campaign, media: Media | undefined): Campaign {
  if (media) return withMedia(campaign, media)
  const isOrphan = campaign.media !== null && before.template?.file && !campaign.template?.file
  return isOrphan ? withMedia(campaign, null) : campaign
}

/**
 * The campaign with the draft's values and its file, where one comes with it; the same one when nothing changes.
 * @throws {AppError} ERR_CAMPAIGN_NOT_EDITABLE, also when more than the messages of a cancelled one changes; ERR_CAMPAIGN_INCOMPLETE,
 *   ERR_CAMPAIGN_IN_PAST, ERR_TEMPLATE_ALONE, ERR_TEMPLATE_FILE, ERR_MEDIA_TOO_LARGE
 */
export function changeCampaign(campaign: Campaign, { media, ...draft }: DraftWithFile, now: Date): Campaign {
  const editable = findEditable(campaign, now)
  if (editable === 'nothing') throw new AppError('ERR_CAMPAIGN_NOT_EDITABLE')
  const edited =
    editable === 'messages'
      ? changeMessages(campaign, draft)
      : { ...campaign, ...draft, status: chooseStatus(draft) }
  const changed = changeMedia(edited, campaign, media)
  if (draft.scheduledAt?.getTime() !== campaign.scheduledAt?.getTime()) assertNotPast(draft, now)
  if (draft.scheduledAt) assertComplete(draft)
  assertTemplateAlone(changed)
  if (changed.status === 'PROGRAMADA') assertHasFile(changed)
  return isDeepStrictEqual(changed, campaign) ? campaign : { ...changed, updatedAt: now }
}

/**
 * Replaces or removes the file.
 * @throws {AppError} ERR_CAMPAIGN_NOT_EDITABLE, ERR_TEMPLATE_ALONE, ERR_TEMPLATE_FILE also for a scheduled one that needs it,
 *   ERR_MEDIA_TOO_LARGE
 */
export function attachMedia(campaign: Campaign, media: Media | null, now: Date): Campaign {
  if (findEditable(campaign, now) === 'nothing') throw new AppError('ERR_CAMPAIGN_NOT_EDITABLE')
  const changed = withMedia(campaign, media)
  assertTemplateAlone(changed)
  if (changed.status === 'PROGRAMADA') assertHasFile(changed)
  return { ...changed, updatedAt: now }
}

/** Begins a scheduled campaign whose time has come. */
export const beginCampaign = (campaign: Campaign, now: Date): Campaign => ({
  ...campaign,
  status: 'EM_ANDAMENTO',
  nextAt: now,
  lookAt: now,
  sentInRun: 0,
  runBeganAt: now,
  unannounced: true,
  updatedAt: now,
})

/** A running campaign that stands still. @throws {AppError} ERR_CAMPAIGN_STATUS unless it runs. */
export function stopCampaign(campaign: Campaign, stopReason: CampaignStop, now: Date): Campaign {
  if (campaign.status !== 'EM_ANDAMENTO') throw new AppError('ERR_CAMPAIGN_STATUS')
  return {
    ...campaign,
    status: 'CANCELADA',
    stopReason,
    nextAt: null,
    lookAt: null,
    unannounced: true,
    updatedAt: now,
  }
}

const RESTART_AFTER_MS = 3_000

/**
 * Goes on, three seconds from now, with a new count of failures.
 * @throws {AppError} ERR_CAMPAIGN_STATUS unless it stands still, ERR_TEMPLATE_FILE where its template lacks the header's file.
 */
export function restartCampaign(campaign: Campaign, now: Date): Campaign {
  if (campaign.status !== 'CANCELADA' || campaign.connectionId === null)
    throw new AppError('ERR_CAMPAIGN_STATUS')
  assertHasFile(campaign)
  const nextAt = new Date(now.getTime() + RESTART_AFTER_MS)
  return { ...beginCampaign(campaign, now), nextAt, lookAt: nextAt, stopReason: null }
}

/** Every contact has its outcome. */
export const finishCampaign = (campaign: Campaign, now: Date): Campaign => ({
  ...campaign,
  status: 'FINALIZADA',
  completedAt: now,
  nextAt: null,
  lookAt: null,
  unannounced: true,
  updatedAt: now,
})

/** @throws {AppError} ERR_CAMPAIGN_NOT_EDITABLE while it runs. */
export function assertDeletable({ status }: Pick<Campaign, 'status'>): void {
  if (status === 'EM_ANDAMENTO') throw new AppError('ERR_CAMPAIGN_NOT_EDITABLE')
}

/** The campaign with these numbers added. */
export function count(campaign: Campaign, more: Partial<CampaignCounts>): Campaign {
  const counts = { ...campaign.counts }
  for (const key of Object.keys(more) as (keyof CampaignCounts)[]) counts[key] += more[key] ?? 0
  return { ...campaign, counts, unannounced: true }
}
