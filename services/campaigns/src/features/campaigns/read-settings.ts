import type { CompanyId, CompanyLocale } from '@balcao/contracts'
import type { Session, Tx } from '@balcao/kernel'

import type { CampaignDeps } from './campaign-deps'
import { changeSettings, defaultSettings, type CampaignSettings } from './campaign-settings'

type Deps = Pick<CampaignDeps, 'campaigns'>

/** What a campaign follows: the company's settings, in its zone and language. */
export interface CampaignRules extends CampaignSettings, CompanyLocale {}

/** The company's settings; the defaults before they are first saved. */
export const readSettings = async (deps: Deps, tx: Tx, companyId: CompanyId): Promise<CampaignSettings> => ({
  ...defaultSettings,
  ...(await deps.campaigns.findSettings(tx, companyId)),
})

/** @param locale the company's; fetched before the transaction */
export const readRules = async (
  deps: Deps,
  tx: Tx,
  companyId: CompanyId,
  locale: CompanyLocale,
): Promise<CampaignRules> => ({ ...(await readSettings(deps, tx, companyId)), ...locale })

/** Changes the given settings. */
export function saveSettings(
  deps: Pick<CampaignDeps, 'db' | 'campaigns'>,
  { companyId }: Session,
  given: Parameters<typeof changeSettings>[1],
): Promise<CampaignSettings> {
  return deps.db.withTenant(companyId, async (tx) => {
    const settings = changeSettings(await readSettings(deps, tx, companyId), given)
    await deps.campaigns.saveSettings(tx, companyId, settings)
    return settings
  })
}
