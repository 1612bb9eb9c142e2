import {
  toTemplateValues,
  type CampaignId,
  type CompanyId,
  type CompanyLocale,
  type listCampaigns as listEndpoint,
  type QueryOf,
  type TemplateValuesBody,
} from '@balcao/contracts'
import {
  AppError,
  readPage,
  type CountedPage,
  type NumberedPage,
  type Session,
  type Tx,
} from '@balcao/kernel'

import type { StoredFile } from '../media'
import { fillPlannedTemplate, type PlannedBy, type PlannedTemplate } from '../templates'
import {
  applyPatch,
  assertDeletable,
  buildCampaign,
  changeCampaign,
  emptyDraft,
  findEditable,
  restartCampaign,
  stopCampaign,
  type Campaign,
  type CampaignDraft,
} from './campaign'
import type { CampaignDeps } from './campaign-deps'
import { campaignChanged, campaignDeleted, toCampaignSnapshot } from './campaign-events'
import type { CampaignItem } from './campaign-item'
import { readRules, type CampaignRules } from './read-settings'

type ListQuery = QueryOf<typeof listEndpoint>

export interface DraftPatch extends Partial<
  Omit<CampaignDraft, 'connectionName' | 'contactListName' | 'template'>
> {
  /** What is to be filled in; null: the messages are sent. */
  template?: TemplateValuesBody | null
}

/** A campaign with the rules that its forecast follows. */
export interface ShownCampaign {
  campaign: Campaign
  rules: CampaignRules
}

const noCampaign = () => new AppError('ERR_NO_CAMPAIGN_FOUND')

async function announce(
  deps: CampaignDeps,
  tx: Tx,
  { campaign, locale, created }: { campaign: Campaign; locale: CompanyLocale; created: boolean },
): Promise<ShownCampaign> {
  const rules = await readRules(deps, tx, campaign.companyId, locale)
  await deps.events.append(tx, [campaignChanged(deps, toCampaignSnapshot(campaign, rules), created)])
  return { campaign, rules }
}

/* The contact list's name. Both lists must be the company's own. */
const nameLists = (
  deps: CampaignDeps,
  companyId: CompanyId,
  { contactListId, fileListId }: CampaignDraft,
): Promise<string> =>
  deps.db.withTenant(companyId, async (tx) => {
    const isKnown = fileListId === null || (await deps.fileLists.find(tx, companyId, fileListId))
    if (!isKnown) throw new AppError('ERR_NO_FILE_FOUND')
    if (contactListId === null) return ''
    const list = await deps.contactLists.find(tx, companyId, contactListId)
    if (!list) throw new AppError('ERR_NO_CONTACT_LIST_FOUND')
    return list.name
  })

async function assertTag(deps: CampaignDeps, session: Session, { tagId }: CampaignDraft): Promise<void> {
  if (tagId === null) return
  const { exists } = await deps.rpc.tickets.hasTag({ companyId: session.companyId, tagId }, { session })
  if (!exists) throw new AppError('ERR_NO_TAG_FOUND')
}

/* Names of the connection and the contact list. Those and the file list must be the company's own. Read before the transaction. */
async function nameReferences(
  deps: CampaignDeps,
  session: Session,
  draft: CampaignDraft,
): Promise<CampaignDraft> {
  const { companyId } = session
  const { connectionId } = draft
  const connections =
    connectionId === null
      ? []
      : (await deps.rpc.messaging.getConnections({ companyId, ids: [connectionId] }, { session })).connections
  if (connectionId !== null && connections.length === 0) throw new AppError('ERR_NO_WAPP_FOUND')
  const contactListName = await nameLists(deps, companyId, draft)
  return { ...draft, connectionName: connections[0]?.name ?? '', contactListName }
}

/* The template that the draft is to send. @throws {AppError} ERR_CAMPAIGN_INCOMPLETE without a connection, and as `fillPlannedTemplate` */
async function fillDraft(
  { rpc }: CampaignDeps,
  session: Session,
  { connectionId }: Pick<CampaignDraft, 'connectionId'>,
  { wanted, before }: { wanted: TemplateValuesBody | null; before?: PlannedBy },
): Promise<PlannedTemplate | null> {
  if (wanted === null) return null
  if (connectionId === null) throw new AppError('ERR_CAMPAIGN_INCOMPLETE')
  return fillPlannedTemplate(rpc, session, { connectionId, wanted, before })
}

/* @throws {AppError} ERR_CAMPAIGN_BUDGET for a template that this month's budget does not allow to send now */
async function assertAffordable(
  deps: CampaignDeps,
  companyId: CompanyId,
  { template }: Pick<CampaignDraft, 'template'>,
): Promise<void> {
  if (template !== null && (await deps.budget.ask(companyId)) === 'spent')
    throw new AppError('ERR_CAMPAIGN_BUDGET')
}

/* One that begins later may begin in another month, or with a raised budget. */
async function assertMayBegin(deps: CampaignDeps, companyId: CompanyId, draft: CampaignDraft): Promise<void> {
  const { scheduledAt } = draft
  if (scheduledAt !== null && scheduledAt <= deps.clock.now()) await assertAffordable(deps, companyId, draft)
}

export async function pageCampaigns(
  deps: CampaignDeps,
  { companyId }: Session,
  { searchParam, ...asked }: ListQuery,
): Promise<CountedPage<ShownCampaign>> {
  const locale = await deps.localeOf(companyId)
  return deps.db.withTenant(companyId, async (tx) => {
    const { items, ...page } = await readPage(asked, (slice) =>
      deps.campaigns.page(tx, companyId, searchParam, slice),
    )
    const rules = await readRules(deps, tx, companyId, locale)
    return { items: items.map((campaign) => ({ campaign, rules })), ...page }
  })
}

/** @throws {AppError} ERR_NO_CAMPAIGN_FOUND */
export async function readCampaign(
  deps: CampaignDeps,
  { companyId }: Session,
  id: CampaignId,
): Promise<ShownCampaign> {
  const locale = await deps.localeOf(companyId)
  return deps.db.withTenant(companyId, async (tx) => {
    const campaign = await deps.campaigns.find(tx, companyId, id)
    if (!campaign) throw noCampaign()
    return { campaign, rules: await readRules(deps, tx, companyId, locale) }
  })
}

/** The draft of a new campaign, its references checked and its template filled in. @throws {AppError} as `createCampaign` */
export async function prepareDraft(
  deps: CampaignDeps,
  session: Session,
  { template: values = null, ...given }: DraftPatch,
): Promise<CampaignDraft> {
  const wanted = { ...emptyDraft, ...given }
  await assertTag(deps, session, wanted)
  const named = await nameReferences(deps, session, wanted)
  return { ...named, template: await fillDraft(deps, session, named, { wanted: values }) }
}

/**
 * @throws {AppError} ERR_CAMPAIGN_INCOMPLETE, ERR_CAMPAIGN_IN_PAST, ERR_TEMPLATE_ALONE, ERR_NO_WAPP_FOUND, ERR_NO_CONTACT_LIST_FOUND,
 *   ERR_NO_TAG_FOUND, ERR_NO_FILE_FOUND, and for its template ERR_WAPP_NOT_OFFERED, ERR_NO_TEMPLATE_FOUND, ERR_WAPP_TEMPLATE_UNUSABLE,
 *   ERR_TEMPLATE_VALUES, ERR_TEMPLATE_FILE, ERR_MEDIA_TOO_LARGE, ERR_CAMPAIGN_BUDGET
 */
export async function createCampaign(
  deps: CampaignDeps,
  session: Session,
  given: DraftPatch,
  file?: StoredFile,
): Promise<ShownCampaign> {
  const { companyId } = session
  const draft = { ...(await prepareDraft(deps, session, given)), media: file?.media }
  await assertMayBegin(deps, companyId, draft)
  const locale = await deps.localeOf(companyId)
  return deps.db.withTenant(companyId, async (tx) => {
    await file?.claim(tx)
    const campaign = await deps.campaigns.insert(tx, buildCampaign(companyId, draft, deps.clock.now()))
    return announce(deps, tx, { campaign, locale, created: true })
  })
}

interface StoredChange {
  change(campaign: Campaign): Campaign
  save(tx: Tx, campaign: Campaign): Promise<void>
}

/** Locks the campaign, changes and saves it, and appends its event. @throws {AppError} ERR_NO_CAMPAIGN_FOUND, and what `change` throws */
export async function changeStored(
  deps: CampaignDeps,
  companyId: CompanyId,
  id: CampaignId,
  { change, save }: StoredChange,
): Promise<ShownCampaign> {
  const locale = await deps.localeOf(companyId)
  return deps.db.withTenant(companyId, async (tx) => {
    const campaign = await deps.campaigns.lock(tx, companyId, id)
    if (!campaign) throw noCampaign()
    const wanted = change(campaign)
    if (wanted === campaign) return { campaign, rules: await readRules(deps, tx, companyId, locale) }
    const changed = { ...wanted, unannounced: false }
    await save(tx, changed)
    return announce(deps, tx, { campaign: changed, locale, created: false })
  })
}

/** A save that the statement refuses by status and time. @param file that the campaign names from now on */
export const saveEdit =
  (deps: CampaignDeps, file?: StoredFile) =>
  async (tx: Tx, campaign: Campaign): Promise<void> => {
    if (!(await deps.campaigns.saveEdit(tx, campaign, deps.clock.now())))
      throw new AppError('ERR_CAMPAIGN_NOT_EDITABLE')
    await file?.claim(tx)
  }

const save =
  (deps: CampaignDeps) =>
  (tx: Tx, campaign: Campaign): Promise<void> =>
    deps.campaigns.save(tx, campaign)

/** @throws {AppError} ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_NOT_EDITABLE, and as `createCampaign` */
export async function updateCampaign(
  deps: CampaignDeps,
  session: Session,
  id: CampaignId,
  { template: values, file, ...patch }: DraftPatch & { file?: StoredFile },
): Promise<ShownCampaign> {
  const { companyId } = session
  const { campaign: before } = await readCampaign(deps, session, id)
  const editable = findEditable(before, deps.clock.now())
  if (editable === 'nothing') throw new AppError('ERR_CAMPAIGN_NOT_EDITABLE')
  const draft = applyPatch(before, patch)
  if (draft.tagId !== before.tagId) await assertTag(deps, session, draft)
  // A cancelled campaign keeps its references, which may be deleted by now.
  const named = editable === 'all' ? await nameReferences(deps, session, draft) : draft
  const kept = before.template && toTemplateValues(before.template)
  const wanted = values === undefined ? kept : values
  const template = await fillDraft(deps, session, named, { wanted, before })
  if (editable === 'all') await assertMayBegin(deps, companyId, { ...named, template })
  return changeStored(deps, companyId, id, {
    change: (campaign) =>
      changeCampaign(campaign, { ...named, template, media: file?.media }, deps.clock.now()),
    save: saveEdit(deps, file),
  })
}

/** @throws {AppError} ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_NOT_EDITABLE while it runs */
export async function deleteCampaign(
  deps: CampaignDeps,
  { companyId }: Session,
  id: CampaignId,
): Promise<void> {
  await deps.db.withTenant(companyId, async (tx) => {
    const campaign = await deps.campaigns.lock(tx, companyId, id)
    if (!campaign) throw noCampaign()
    assertDeletable(campaign)
    await deps.campaigns.delete(tx, companyId, id)
    await deps.events.append(tx, [campaignDeleted(deps, companyId, id)])
  })
}

/** @throws {AppError} ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_STATUS */
export const cancel = (deps: CampaignDeps, { companyId }: Session, id: CampaignId): Promise<ShownCampaign> =>
  changeStored(deps, companyId, id, {
    change: (campaign) => stopCampaign(campaign, 'user', deps.clock.now()),
    save: save(deps),
  })

/** @throws {AppError} ERR_NO_CAMPAIGN_FOUND, ERR_CAMPAIGN_STATUS, ERR_TEMPLATE_FILE, ERR_CAMPAIGN_BUDGET */
export async function restart(deps: CampaignDeps, session: Session, id: CampaignId): Promise<ShownCampaign> {
  const { companyId } = session
  const { campaign: before } = await readCampaign(deps, session, id)
  if (before.status === 'CANCELADA') await assertAffordable(deps, companyId, before)
  return changeStored(deps, companyId, id, {
    change: (campaign) => restartCampaign(campaign, deps.clock.now()),
    save: save(deps),
  })
}

/** Contacts of a campaign in its order, 20 a page; those who answered, or all. @throws {AppError} ERR_NO_CAMPAIGN_FOUND */
export async function pageShipping(
  deps: CampaignDeps,
  session: Session,
  id: CampaignId,
  { pageNumber, isAnswered }: NumberedPage & { isAnswered: boolean },
): Promise<CountedPage<CampaignItem>> {
  await readCampaign(deps, session, id)
  const { companyId } = session
  return readPage({ pageNumber }, (slice) =>
    deps.db.withTenant(companyId, (tx) =>
      deps.campaignItems.page(tx, companyId, id, { ...slice, isAnswered }),
    ),
  )
}
