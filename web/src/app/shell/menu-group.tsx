import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'

import { CampaignsIcon, ChevronIcon } from '../../ui/icons'
import type { MenuEntry } from './menu'

const isBelow = (pathname: string, { path }: MenuEntry): boolean =>
  pathname === path || pathname.startsWith(`${path}/`)

/** Campaigns ▸: its pages, open while one of them is shown, or as its user chose. */
export const MenuGroup = ({ entries, children }: { entries: readonly MenuEntry[]; children: ReactNode }) => {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const [chosen, setChosen] = useState<boolean>()
  const isOpen = chosen ?? entries.some((entry) => isBelow(pathname, entry))
  const id = useId()
  return (
    <li>
      <button
        type="button"
        className="nav-entry nav-group"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setChosen(!isOpen)}
      >
        <CampaignsIcon className="nav-entry__icon" />
        <span className="nav-entry__label">{t('menu.campaigns')}</span>
        <ChevronIcon className="nav-group__chevron" />
      </button>
      <ul id={id} className="nav-group__pages" hidden={!isOpen}>
        {children}
      </ul>
    </li>
  )
}
