import type { CampaignId, CampaignSort, CompanyId, ConnectionId } from '@balcao/contracts'
import type { Activity, Counted, DuePage, RecordStore, Slice, Tx } from '@balcao/kernel'

import type { Campaign } from './campaign'
import type { CampaignSettings } from './campaign-settings'

export type { Campaign } from './campaign'
export { EDIT_CLOSES_MS } from './campaign'
export type { CampaignSettings } from './campaign-settings'

export interface DueCampaign {
  companyId: CompanyId
  id: CampaignId
}

export interface CampaignStore extends RecordStore<Campaign> {
  /** Has work when a campaign is saved: what follows its messages and answers is no event. */
  readonly saved: Activity
  /** A person's change: the statement itself refuses a campaign that is closed to changes. False: it was refused. */
  saveEdit(tx: Tx, campaign: Campaign, now: Date): Promise<boolean>
  /** By name unless sorted; those without the time sorted by are last. */
  page(tx: Tx, companyId: CompanyId, search: string, slice: Slice<CampaignSort>): Promise<Counted<Campaign>>
  /** Scheduled ones whose time has come, and running ones with something due. Needs a platform transaction. */
  listDue(tx: Tx, now: Date, page: DuePage<CampaignId>): Promise<DueCampaign[]>
  /** When the first one is due, as for `listDue`, where that is before `before`. Needs a platform transaction of its own. */
  findNextDue(tx: Tx, before: Date): Promise<Date | undefined>
  /** Needs a platform transaction. */
  listUnannounced(tx: Tx, page: DuePage<CampaignId>): Promise<DueCampaign[]>
  /** Campaigns of a connection that have not ended, locked. */
  lockByConnection(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<Campaign[]>
  /** Planned and running ones of a connection that have no template. */
  countWithoutTemplate(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<number>
  findSettings(tx: Tx, companyId: CompanyId): Promise<CampaignSettings | undefined>
  saveSettings(tx: Tx, companyId: CompanyId, settings: CampaignSettings): Promise<void>
}
