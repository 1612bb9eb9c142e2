import type { PlanFlag, SessionUserView } from '@balcao/contracts'

import { can } from '../../lib/can'
import { menuPages, type Page } from '../pages'

/** An entry of the menu: a page with its name, place and icon. */
export type MenuEntry = Page & (typeof menuPages)[number]

type CampaignEntry = Extract<MenuEntry, { ofCampaigns: true }>

const isOfCampaigns = (entry: MenuEntry): entry is CampaignEntry => entry.ofCampaigns === true

/** What the menu shows below each other: an entry, or the pages of campaigns below their heading. */
export type MenuRow = MenuEntry | readonly CampaignEntry[]

export const groupEntries = (entries: readonly MenuEntry[]): MenuRow[] => {
  const pages = entries.filter(isOfCampaigns)
  return entries.flatMap<MenuRow>((entry) => {
    if (!isOfCampaigns(entry)) return [entry]
    return entry === pages[0] ? [pages] : []
  })
}

export interface MenuViewer {
  user: Pick<SessionUserView, 'profile' | 'super'>
  /** undefined until the plan is loaded; entries that depend on it are hidden until then. */
  flags: Record<PlanFlag, boolean> | undefined
}

/** The entries this user sees, and how many are hidden until the plan is loaded. */
export const filterMenu = ({ user, flags }: MenuViewer): { entries: MenuEntry[]; waiting: number } => {
  const allowed = menuPages.filter(
    (entry: MenuEntry) =>
      (entry.section === 'serve' || can(user, 'drawer-admin-items:view')) &&
      (!entry.action || can(user, entry.action)),
  )
  const isPlanned = ({ plan }: Page) => !plan || flags?.[plan] === true
  return {
    entries: allowed.filter(isPlanned),
    waiting: flags ? 0 : allowed.filter((entry) => !isPlanned(entry)).length,
  }
}
