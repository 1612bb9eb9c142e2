import { plannedTemplate } from './templates.http'
import { campaignRoutes, campaignSorts } from './campaigns.routes'
import { endpoint } from './endpoint'
import {
  array,
  boolean,
  flag,
  idField,
  idText,
  ignored,
  literals,
  number,
  object,
  pageNumber,
  searchParam,
  sortText,
  text,
} from './fields'

const optionalId = () => idField().nullable()

const TIME = /^$|^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?$/
const message = () => text(4_096)

const fields = {
  name: text(50).trim().min(2, literals.short),
  confirmation: boolean().strict(true),
  openTicket: boolean().strict(true),
  message1: message(),
  message2: message(),
  message3: message(),
  message4: message(),
  message5: message(),
  confirmationMessage1: message(),
  confirmationMessage2: message(),
  confirmationMessage3: message(),
  confirmationMessage4: message(),
  confirmationMessage5: message(),
  /** A message template of an official connection, sent in place of the messages, with the campaign's file in its header where it has one; its values may name variables, as `{nome}`. Null: none. */
  template: plannedTemplate(),
  /** ISO-8601 with offset, or `YYYY-MM-DD HH:mm:ss` taken in the company's zone; null and '': not scheduled. */
  scheduledAt: text(40).matches(TIME, 'Invalid date').nullable(),
  /** Begins at once; `scheduledAt` is not read. */
  sendNow: boolean().strict(true),
  whatsappId: optionalId(),
  contactListId: optionalId(),
  tagListId: optionalId(),
  fileListId: optionalId(),
  companyId: ignored(),
  status: ignored(),
  mediaPath: ignored(),
  mediaName: ignored(),
}

export const campaignBody = object({ ...fields, name: fields.name.required(literals.required) })

/** A campaign as it would be saved; absent fields are empty. */
export const campaignPreviewBody = object(fields)

/** Absent fields stay as they are. */
export const campaignPatchBody = object({
  ...fields,
  id: ignored(),
  completedAt: ignored(),
  whatsapp: ignored(),
  contactList: ignored(),
  stopReason: ignored(),
  forecastAt: ignored(),
  report: ignored(),
  shipping: ignored(),
  createdAt: ignored(),
  updatedAt: ignored(),
})

const campaignForm = { field: 'file', maxCount: 1, body: 'campaignData' }

const campaignParams = object({ campaignId: idText().required() })

export const listCampaignsQuery = object({
  searchParam: searchParam(),
  pageNumber: pageNumber(),
  sort: sortText(campaignSorts).optional(),
})

export const listCampaigns = endpoint(campaignRoutes.listCampaigns, {
  access: 'admin',
  plan: 'useCampaigns',
  rate: 'search',
  query: listCampaignsQuery,
  tag: 'campaigns',
  summary: 'Campaigns by name or as `sort` says, 20 a page; those without the time sorted by are last.',
})

/* Pages that show neither list leave them out. */
export const getCampaignQuery = object({ lists: flag() })

export const getCampaign = endpoint(campaignRoutes.getCampaign, {
  access: 'admin',
  plan: 'useCampaigns',
  params: campaignParams,
  query: getCampaignQuery,
  tag: 'campaigns',
  summary:
    'One campaign with the numbers of its report, its shipping list and the contacts of its contact list; without the last two with `lists=false`.',
  errors: ['ERR_NO_CAMPAIGN_FOUND'],
})

/* What is wrong with a campaign's values, whether it is new, changed or only previewed. */
const draftErrors = [
  'ERR_CAMPAIGN_INCOMPLETE',
  'ERR_CAMPAIGN_IN_PAST',
  'ERR_TEMPLATE_ALONE',
  'ERR_NO_WAPP_FOUND',
  'ERR_NO_CONTACT_LIST_FOUND',
  'ERR_NO_TAG_FOUND',
  'ERR_NO_FILE_FOUND',
  'ERR_WAPP_NOT_OFFERED',
  'ERR_NO_TEMPLATE_FOUND',
  'ERR_WAPP_TEMPLATE_UNUSABLE',
  'ERR_TEMPLATE_VALUES',
] as const

/* Of the file that is sent in the same form, or was attached before. */
const fileErrors = ['ERR_TEMPLATE_FILE', 'ERR_MEDIA_EMPTY', 'ERR_MEDIA_TOO_LARGE'] as const

export const createCampaign = endpoint(campaignRoutes.createCampaign, {
  access: 'admin',
  plan: 'useCampaigns',
  body: campaignBody,
  uploads: campaignForm,
  tag: 'campaigns',
  summary:
    "A campaign; with `scheduledAt` it is scheduled and needs a connection, contacts and a message or a template, which goes without confirmation and file list. A form may have its file, and these fields as JSON in `campaignData`: the message becomes its caption; a template has it in its header, and with such a header cannot be scheduled without. A time that is up to five minutes past begins at once, like `sendNow`; an earlier one is refused. With a template none begins while this month's messages have reached the company's budget.",
  errors: [...draftErrors, ...fileErrors, 'ERR_CAMPAIGN_BUDGET'],
})

export const previewCampaign = endpoint(campaignRoutes.previewCampaign, {
  access: 'admin',
  plan: 'useCampaigns',
  rate: 'search',
  body: campaignPreviewBody,
  tag: 'campaigns',
  summary:
    'Whom a campaign would reach, when it would begin and end, and what its first three contacts would get, without its file. Nothing is saved.',
  errors: draftErrors,
})

export const updateCampaign = endpoint(campaignRoutes.updateCampaign, {
  access: 'admin',
  plan: 'useCampaigns',
  params: campaignParams,
  body: campaignPatchBody,
  // An answer with both of its lists is a body, too.
  bodyLimitBytes: 4 * 1024 * 1024,
  uploads: campaignForm,
  tag: 'campaigns',
  summary:
    "Changes a campaign that has not begun and does not begin within the hour; of a cancelled one the messages only: another value of any other field is refused. Absent fields stay. A form as for a new one may have another file; that of a template's header leaves with the template.",
  errors: [
    'ERR_NO_CAMPAIGN_FOUND',
    'ERR_CAMPAIGN_NOT_EDITABLE',
    ...draftErrors,
    ...fileErrors,
    'ERR_CAMPAIGN_BUDGET',
  ],
})

export const deleteCampaign = endpoint(campaignRoutes.deleteCampaign, {
  access: 'admin',
  plan: 'useCampaigns',
  params: campaignParams,
  tag: 'campaigns',
  summary: 'Deletes a campaign that does not run.',
  errors: ['ERR_NO_CAMPAIGN_FOUND', 'ERR_CAMPAIGN_NOT_EDITABLE'],
})

export const uploadCampaignMediaBody = object({ typeArch: ignored() })

export const uploadCampaignMedia = endpoint(campaignRoutes.uploadCampaignMedia, {
  access: 'admin',
  plan: 'useCampaigns',
  rate: 'upload',
  params: campaignParams,
  body: uploadCampaignMediaBody,
  uploads: { field: 'file', maxCount: 1 },
  tag: 'campaigns',
  summary: 'Attaches a file; the message becomes its caption, and a template has it in its header.',
  errors: ['ERR_NO_CAMPAIGN_FOUND', 'ERR_CAMPAIGN_NOT_EDITABLE', 'ERR_TEMPLATE_ALONE', ...fileErrors],
})

export const deleteCampaignMedia = endpoint(campaignRoutes.deleteCampaignMedia, {
  access: 'admin',
  plan: 'useCampaigns',
  params: campaignParams,
  tag: 'campaigns',
  summary: 'Takes the file off a campaign; a scheduled one whose template has a file in its header keeps it.',
  errors: ['ERR_NO_CAMPAIGN_FOUND', 'ERR_CAMPAIGN_NOT_EDITABLE', 'ERR_TEMPLATE_FILE'],
})

export const cancelCampaign = endpoint(campaignRoutes.cancelCampaign, {
  access: 'admin',
  plan: 'useCampaigns',
  params: campaignParams,
  tag: 'campaigns',
  summary: 'Stops a running campaign: at most the message that is being sent goes out.',
  errors: ['ERR_NO_CAMPAIGN_FOUND', 'ERR_CAMPAIGN_STATUS'],
})

export const restartCampaign = endpoint(campaignRoutes.restartCampaign, {
  access: 'admin',
  plan: 'useCampaigns',
  params: campaignParams,
  tag: 'campaigns',
  summary: 'Goes on with a stopped campaign, at its pace, with the contacts that are left.',
  errors: ['ERR_NO_CAMPAIGN_FOUND', 'ERR_CAMPAIGN_STATUS', 'ERR_TEMPLATE_FILE', 'ERR_CAMPAIGN_BUDGET'],
})

/* `answered`: those who answered only. */
export const listShippingQuery = object({ pageNumber: pageNumber(), answered: flag() })

export const listShipping = endpoint(campaignRoutes.listShipping, {
  access: 'admin',
  plan: 'useCampaigns',
  params: campaignParams,
  query: listShippingQuery,
  tag: 'campaigns',
  summary:
    'The contacts of a campaign that has begun, in its order, 20 a page; with `answered=true` those who answered it.',
  errors: ['ERR_NO_CAMPAIGN_FOUND'],
})

export const intervalChoices = [0, 5, 10, 15, 20] as const
export const greaterIntervalChoices = [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120] as const

const clockTime = () => text(5).matches(/^([01]\d|2[0-3]):[0-5]\d$/, 'Invalid time')

/** Absent settings stay as they are. */
export const campaignSettingsBody = object({
  settings: object({
    messageInterval: number().strict(true).oneOf(intervalChoices),
    longerIntervalAfter: number().strict(true).oneOf(greaterIntervalChoices),
    greaterInterval: number().strict(true).oneOf(greaterIntervalChoices),
    variables: array(
      object({
        key: text(50)
          .trim()
          .matches(/^[\p{L}\p{N}_-]+$/u, 'Invalid key')
          .required(literals.required),
        value: text(500).required(literals.required),
      }),
    )
      .max(50)
      .test(
        'unique',
        'Duplicate key',
        (list) => new Set(list?.map(({ key }) => key)).size === (list?.length ?? 0),
      ),
    /** Between these times of the company's zone messages are sent; null: at any time. */
    allowedHours: object({ start: clockTime().required(), end: clockTime().required() })
      .nullable()
      .default(undefined),
    /** A contact who answers with one of these gets no further campaign. */
    optOutWords: array(text(30).trim().min(1).required()).max(20),
  })
    // Without it an absent object is an empty one.
    .default(undefined)
    .required(),
})

export const getCampaignSettings = endpoint(campaignRoutes.getCampaignSettings, {
  access: 'admin',
  plan: 'useCampaigns',
  tag: 'campaigns',
  summary: "The company's settings for campaigns, each with its value in JSON.",
})

export const saveCampaignSettings = endpoint(campaignRoutes.saveCampaignSettings, {
  access: 'admin',
  plan: 'useCampaigns',
  body: campaignSettingsBody,
  tag: 'campaigns',
  summary: 'Saves settings; absent ones stay. A running campaign follows them from its next message on.',
})
