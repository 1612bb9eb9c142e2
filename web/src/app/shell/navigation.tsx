import Tooltip from '@mui/material/Tooltip'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router-dom'

import { useMe } from '../../data/hooks'
import { useCompanyPlanQuery } from '../../data/session/session.api'
import { can } from '../../lib/can'
import { BrandMark } from '../../ui/brand-mark'
import { PRODUCT_VERSION } from '../../lib/constants'
import { filterMenu, groupEntries, type MenuEntry } from './menu'
import { MenuGroup } from './menu-group'
import { useDisconnectedConnections } from './use-disconnected-connections'
import { useUnreadChats } from './use-unread-chats'
import { useUnreadTickets } from './use-unread-tickets'
import './navigation.css'

export interface NavigationProps {
  /** Icons only, with tooltips. */
  collapsed: boolean
  onNavigate?: () => void
}

interface Mark {
  kind: 'count' | 'dot'
  text: string
  label: string
}

/** The badge of an entry: unread tickets, unread internal chats, disconnected connections. */
const useMarks = (): Partial<Record<MenuEntry['id'], Mark>> => {
  const { t } = useTranslation()
  const me = useMe()
  const inNeed = useDisconnectedConnections(can(me, 'connections-page:view'))
  const { count, more } = useUnreadTickets()
  const { count: chats } = useUnreadChats()
  return {
    ...(count > 0 && {
      tickets: {
        kind: 'count',
        text: more ? `${count}+` : String(count),
        label: t('shell.unread', { count }),
      },
    }),
    ...(chats > 0 && {
      chats: { kind: 'dot', text: '', label: t('chats.unreadChats', { count: chats }) },
    }),
    ...(inNeed > 0 && {
      connections: { kind: 'dot', text: '', label: t('shell.attention', { count: inNeed }) },
    }),
  }
}

interface EntryProps extends NavigationProps {
  entry: MenuEntry
  mark: Mark | undefined
  /** Its name; below the heading of a group it is a shorter one. */
  label: string
}

const Entry = ({ entry, mark, label, collapsed, onNavigate }: EntryProps) => {
  const Icon = entry.icon
  const title = [collapsed ? label : '', mark?.label ?? ''].filter(Boolean).join(' · ')
  return (
    <li>
      <Tooltip title={title} placement="right" describeChild>
        <NavLink to={entry.path} className="nav-entry" onClick={onNavigate}>
          <Icon className="nav-entry__icon" />
          <span className="nav-entry__label">{label}</span>
          {mark ? (
            <>
              <span className="visually-hidden">, {mark.label}</span>
              <span className={`nav-entry__${mark.kind}`} aria-hidden="true">
                {mark.text}
              </span>
            </>
          ) : null}
        </NavLink>
      </Tooltip>
    </li>
  )
}

/** Brand, the menu in two groups, the version at the bottom. */
export const Navigation = ({ collapsed, onNavigate }: NavigationProps) => {
  const { t } = useTranslation()
  const me = useMe()
  const { data } = useCompanyPlanQuery(me.companyId)
  const marks = useMarks()
  const { entries, waiting } = filterMenu({ user: me, flags: data?.plan })
  const show = (entry: MenuEntry, label = t(`menu.${entry.id}`)) => (
    <Entry
      key={entry.id}
      entry={entry}
      label={label}
      mark={marks[entry.id]}
      collapsed={collapsed}
      onNavigate={onNavigate}
    />
  )
  // Between icons a group would be one more icon: its pages are shown instead.
  const list = (section: MenuEntry['section']) => {
    const inSection = entries.filter((entry) => entry.section === section)
    return (collapsed ? inSection : groupEntries(inSection)).map((row) =>
      'id' in row ? (
        show(row)
      ) : (
        <MenuGroup key="campaigns" entries={row}>
          {row.map((entry) => show(entry, t(`campaignMenu.${entry.id}`)))}
        </MenuGroup>
      ),
    )
  }
  const administration = list('admin')

  return (
    <nav
      className={collapsed ? 'navigation navigation--collapsed' : 'navigation'}
      aria-label={t('shell.mainMenu')}
    >
      <div className="navigation__brand">
        <BrandMark />
        <span className="navigation__name">{t('app.name')}</span>
      </div>
      <ul>{list('serve')}</ul>
      {administration.length > 0 ? (
        <>
          <h2 className="navigation__section">{t('shell.administration')}</h2>
          <ul>{administration}</ul>
        </>
      ) : null}
      {waiting > 0 ? (
        <div aria-hidden="true">
          {Array.from({ length: Math.min(waiting, 6) }, (_unused, index) => (
            <div key={index} className="nav-entry nav-entry--waiting" />
          ))}
        </div>
      ) : null}
      <div className="navigation__version">{PRODUCT_VERSION}</div>
    </nav>
  )
}
