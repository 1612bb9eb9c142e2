import { fillVariables, languages } from '@balcao/contracts'

import { settingsApi } from '../../data/settings.api'
import type { DeskDispatch } from '../../data/store'
import { readServerTime } from '../../lib/server-clock'

/** Fills the variables of a text for a contact, as the server would now. */
export type FillFor = (text: string, contactName: string) => string

/** In the zone and language of the company; undefined when they cannot be read. */
export async function loadFiller(dispatch: DeskDispatch, companyId: number): Promise<FillFor | undefined> {
  const once = { subscribe: false }
  const [{ data: settings }, { data: hours }] = await Promise.all([
    dispatch(settingsApi.endpoints.listSettings.initiate(undefined, once)),
    dispatch(settingsApi.endpoints.getCompanyHours.initiate(companyId, once)),
  ])
  const chosen = settings?.find(({ key }) => key === 'language')?.value
  const language = languages.find((one) => one === chosen)
  if (!language || !hours) return undefined
  const locale = { timeZone: hours.timeZone, language }
  return (text, contactName) => fillVariables(text, { contactName, now: readServerTime(), locale })
}
