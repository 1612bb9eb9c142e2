import * as http from '@balcao/contracts'
import {
  campaignId,
  connectionId,
  contactListId,
  fileListId,
  tagId,
  type BodyOf,
  type ShippingView,
} from '@balcao/contracts'
import { campaignView, contactListItemView, type SignMedia } from '@balcao/contracts/wire'
import { AppError, type Session } from '@balcao/kernel'
import type { HttpEdge } from '@balcao/platform'

import { toItemSnapshot } from '../contact-lists'
import { parseSendAt } from '../schedules'
import { omitText } from '../templates'
import type { CampaignDeps } from './campaign-deps'
import { toCampaignSnapshot } from './campaign-events'
import type { CampaignItem } from './campaign-item'
import { attachFile, createCampaignWithFile, removeFile, updateCampaignWithFile } from './campaign-media'
import type { CampaignSettings } from './campaign-settings'
import {
  cancel,
  createCampaign,
  deleteCampaign,
  pageCampaigns,
  pageShipping,
  readCampaign,
  restart,
  updateCampaign,
  type DraftPatch,
  type ShownCampaign,
} from './edit-campaigns'
import { previewCampaign } from './preview-campaign'
import { readCampaignLists, type CampaignLists } from './read-campaign-lists'
import { readSettings, saveSettings } from './read-settings'

type Body = BodyOf<typeof http.updateCampaign>

function readScheduledAt(text: string | null, timeZone: string): Date | null {
  if (text === null || text === '') return null
  const time = parseSendAt(text, timeZone)
  if (!time) throw new AppError('ERR_VALIDATION', { detail: 'scheduledAt is not a time' })
  return time
}

/* Five fields of the wire; undefined when none is given. */
function readTexts(given: readonly (string | undefined)[], before: readonly string[]): string[] {
  return given.map((text, index) => text ?? before[index] ?? '')
}

const listMessages = (body: Body) => [
  body.message1,
  body.message2,
  body.message3,
  body.message4,
  body.message5,
]
const listConfirmations = (body: Body) => [
  body.confirmationMessage1,
  body.confirmationMessage2,
  body.confirmationMessage3,
  body.confirmationMessage4,
  body.confirmationMessage5,
]

const toId = <T>(value: number | null, brand: (id: number) => T): T | null =>
  value === null ? null : brand(value)

/* What a body is read against: the texts that it keeps, the zone of its times, and now. */
interface Before {
  now: Date
  timeZone: string
  messages: readonly string[]
  confirmationMessages: readonly string[]
}

const noTexts = { messages: [], confirmationMessages: [] }

/* Absent fields stay absent: they keep their value. */
const toPatch = (body: Body, before: Before): DraftPatch => ({
  ...(body.name !== undefined && { name: body.name }),
  ...(body.confirmation !== undefined && { confirmation: body.confirmation }),
  ...(body.openTicket !== undefined && { opensTicket: body.openTicket }),
  messages: readTexts(listMessages(body), before.messages),
  confirmationMessages: readTexts(listConfirmations(body), before.confirmationMessages),
  ...(body.template !== undefined && { template: body.template && omitText(body.template) }),
  ...(body.scheduledAt !== undefined && { scheduledAt: readScheduledAt(body.scheduledAt, before.timeZone) }),
  ...(body.sendNow === true && { scheduledAt: before.now }),
  ...(body.whatsappId !== undefined && { connectionId: toId(body.whatsappId, connectionId) }),
  ...(body.contactListId !== undefined && { contactListId: toId(body.contactListId, contactListId) }),
  ...(body.tagListId !== undefined && { tagId: toId(body.tagListId, tagId) }),
  ...(body.fileListId !== undefined && { fileListId: toId(body.fileListId, fileListId) }),
})

const readNew = async (deps: CampaignDeps, { companyId }: Session, body: Body): Promise<DraftPatch> => {
  const { timeZone } = await deps.localeOf(companyId)
  return toPatch(body, { ...noTexts, timeZone, now: deps.clock.now() })
}

const toShippingView = (item: CampaignItem): ShippingView => ({
  id: item.id,
  name: item.name,
  number: item.number,
  state: item.state === 'asking' || item.state === 'part-sent' ? 'sending' : item.state,
  failure: item.failure === '' ? null : item.failure,
  confirmationRequestedAt: item.confirmationRequestedAt?.toISOString() ?? null,
  confirmedAt: item.confirmedAt?.toISOString() ?? null,
  deliveredAt: item.deliveredAt?.toISOString() ?? null,
  answer: item.answer === '' ? null : item.answer,
  answeredAt: item.answeredAt?.toISOString() ?? null,
})

const addLists = (view: http.CampaignView, { items, contacts }: CampaignLists): http.CampaignView => ({
  ...view,
  contactList: view.contactList && {
    ...view.contactList,
    contacts: contacts.map((item) => contactListItemView(toItemSnapshot(item))),
  },
  shipping: items.map(toShippingView),
})

const toSettingViews = (settings: CampaignSettings): http.CampaignSettingView[] =>
  Object.entries(settings).map(([key, value]) => ({ key, value: JSON.stringify(value) }))

function editRoutes(
  edge: HttpEdge,
  deps: CampaignDeps,
  present: (shown: ShownCampaign) => http.CampaignView,
) {
  edge.route(http.listCampaigns, async ({ session, query }) => {
    const { items, ...page } = await pageCampaigns(deps, session, query)
    return { records: items.map(present), ...page }
  })
  edge.route(http.getCampaign, async ({ session, params, query }) => {
    const shown = await readCampaign(deps, session, campaignId(params.campaignId))
    if (query.lists === false) return present(shown)
    return addLists(present(shown), await readCampaignLists(deps, shown.campaign))
  })
  edge.route(http.createCampaign, async ({ session, body, files: [upload] }) => {
    const draft = await readNew(deps, session, body)
    const created = upload
      ? createCampaignWithFile(deps, session, draft, upload)
      : createCampaign(deps, session, draft)
    return present(await created)
  })
  edge.route(http.previewCampaign, async ({ session, body }) =>
    previewCampaign(deps, session, await readNew(deps, session, body)),
  )
  edge.route(http.updateCampaign, async ({ session, params, body, files: [upload] }) => {
    const id = campaignId(params.campaignId)
    const { campaign, rules } = await readCampaign(deps, session, id)
    const { messages, confirmationMessages } = campaign
    const before = { messages, confirmationMessages, timeZone: rules.timeZone, now: deps.clock.now() }
    const patch = toPatch(body, before)
    const changed = upload
      ? updateCampaignWithFile(deps, session, id, { patch, upload })
      : updateCampaign(deps, session, id, patch)
    return present(await changed)
  })
  edge.route(http.deleteCampaign, async ({ session, params }) => {
    await deleteCampaign(deps, session, campaignId(params.campaignId))
    return { message: 'Campaign deleted' }
  })
  edge.route(http.uploadCampaignMedia, async ({ session, params, files }) =>
    present(await attachFile(deps, session, campaignId(params.campaignId), files[0])),
  )
  edge.route(http.deleteCampaignMedia, async ({ session, params }) =>
    present(await removeFile(deps, session, campaignId(params.campaignId))),
  )
}

/** Mounts `/campaigns` and `/campaign-settings`. */
export function campaignsRoutes(edge: HttpEdge, deps: CampaignDeps & { sign: SignMedia }): void {
  const present = ({ campaign, rules }: ShownCampaign) =>
    campaignView(toCampaignSnapshot(campaign, rules), deps.sign)
  editRoutes(edge, deps, present)
  edge.route(http.cancelCampaign, async ({ session, params }) =>
    present(await cancel(deps, session, campaignId(params.campaignId))),
  )
  edge.route(http.restartCampaign, async ({ session, params }) =>
    present(await restart(deps, session, campaignId(params.campaignId))),
  )
  edge.route(http.listShipping, async ({ session, params, query }) => {
    const page = await pageShipping(deps, session, campaignId(params.campaignId), {
      pageNumber: query.pageNumber,
      isAnswered: query.answered ?? false,
    })
    return { records: page.items.map(toShippingView), count: page.count, hasMore: page.hasMore }
  })
  edge.route(http.getCampaignSettings, async ({ session: { companyId } }) =>
    toSettingViews(await deps.db.withTenant(companyId, (tx) => readSettings(deps, tx, companyId))),
  )
  edge.route(http.saveCampaignSettings, async ({ session, body }) =>
    toSettingViews(await saveSettings(deps, session, body.settings)),
  )
}
