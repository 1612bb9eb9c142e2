import type { ContactView, TicketView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { useFoundContacts } from '../../data/found-contacts'
import { useMe } from '../../data/hooks'
import { useCompanyPlanQuery } from '../../data/session/session.api'
import { useListSettingsQuery } from '../../data/settings.api'
import { flattenTickets, type TicketFilter } from '../../data/ticket-lists'
import { useListTicketsInfiniteQuery } from '../../data/tickets.api'
import '../../data/contacts.live'
import '../../data/settings.live'
import '../../data/tickets.live'
import { buildSettingPath, buildTabPath, settingGroups, listSettingsTabs } from '../../features/settings'
import { can } from '../../lib/can'
import { formatPhone } from '../../lib/format-phone'
import { useRegisteredShortcuts } from '../../lib/shortcuts'
import { useDebounced } from '../../lib/use-debounced'
import { filterMenu } from './menu'
import { rankCommands } from './rank-commands'

const MIN_SEARCH = 3
const MOST_TICKETS = 8
const MOST_CONTACTS = 8

/** What choosing a command does. */
type Choice =
  { kind: 'go'; path: string } | { kind: 'run'; shortcutId: string } | { kind: 'talk'; contact: ContactView }

export interface Command {
  key: string
  group: 'ticket' | 'actions' | 'pages' | 'settings' | 'tickets' | 'contacts'
  label: string
  detail: string
  /** For the eye: `Alt A`. */
  keys: string
  choice: Choice
}

const joinDetail = (...parts: string[]): string => parts.filter((part) => part !== '').join(' · ')

/* What the screen behind the palette registered: the actions of its ticket first. */
function useActions(): Command[] {
  const commands = useRegisteredShortcuts()
    .filter(({ isCommand }) => isCommand)
    .map(({ id, group, label, show }): Command => ({
      key: id,
      group: group === 'ticket' ? 'ticket' : 'actions',
      label,
      detail: '',
      keys: show,
      choice: { kind: 'run', shortcutId: id },
    }))
  return [
    ...commands.filter(({ group }) => group === 'ticket'),
    ...commands.filter(({ group }) => group === 'actions'),
  ]
}

/* The pages of the menu. */
function usePages(): Command[] {
  const { t } = useTranslation()
  const me = useMe()
  const { data: plan } = useCompanyPlanQuery(me.companyId)
  const { entries } = filterMenu({ user: me, flags: plan?.plan })
  return entries.map(({ id, path }): Command => ({
    key: id,
    group: 'pages',
    label: t(`menu.${id}`),
    detail: '',
    keys: '',
    choice: { kind: 'go', path },
  }))
}

/* The tabs of the settings and each setting by its name, for who may change them. */
function useSettings(): Command[] {
  const { t } = useTranslation('settings')
  const me = useMe()
  const isAllowed = can(me, 'settings-page:view')
  const { data: settings } = useListSettingsQuery(undefined, { skip: !isAllowed })
  if (!isAllowed) return []
  const build = (key: string, label: string, detail: string, path: string): Command => ({
    key: `settings-${key}`,
    group: 'settings',
    label,
    detail,
    keys: '',
    choice: { kind: 'go', path },
  })
  return [
    ...listSettingsTabs(me, settings).map((tab) =>
      build(tab, t(`tabs.${tab}`), t('title'), buildTabPath(tab)),
    ),
    ...settingGroups
      .flatMap(({ rows }) => rows)
      .map(({ key }) =>
        build(
          `row-${key}`,
          t(`rows.${key}.title` as 'rows.call.title'),
          t(`rows.${key}.hint` as 'rows.call.hint'),
          buildSettingPath(key),
        ),
      ),
  ]
}

const toTicketCommand = ({ uuid, id, contact, queue }: TicketView): Command => ({
  key: uuid,
  group: 'tickets',
  label: contact.name,
  detail: joinDetail(`#${id}`, formatPhone(contact.number), queue?.name ?? ''),
  keys: '',
  choice: { kind: 'go', path: `/tickets/${uuid}` },
})

/* The tickets that the search finds, from three letters on. */
function useTickets(words: string): { commands: Command[]; isSearching: boolean } {
  const me = useMe()
  const searched = useDebounced(words)
  const filter: TicketFilter = {
    showAll: can(me, 'tickets-manager:showall'),
    queueIds: null,
    tags: [],
    users: [],
    searchParam: searched,
  }
  const isAsked = searched.length >= MIN_SEARCH
  const { data, isFetching } = useListTicketsInfiniteQuery(filter, { skip: !isAsked })
  return {
    commands: isAsked ? flattenTickets(data).slice(0, MOST_TICKETS).map(toTicketCommand) : [],
    isSearching: words.length >= MIN_SEARCH && (isFetching || searched !== words),
  }
}

const toContactCommand = (contact: ContactView): Command => ({
  key: `contact-${contact.id}`,
  group: 'contacts',
  label: contact.name,
  detail: joinDetail(formatPhone(contact.number), contact.email),
  keys: '',
  choice: { kind: 'talk', contact },
})

/* The same of contacts; a group's conversation begins with a message of the group. */
function useContacts(words: string): { commands: Command[]; isSearching: boolean } {
  const { contacts, isFetching } = useFoundContacts(words)
  return {
    commands: contacts
      .filter(({ isGroup }) => !isGroup)
      .slice(0, MOST_CONTACTS)
      .map(toContactCommand),
    isSearching: isFetching,
  }
}

/**
 * What the words find: first what this screen and the menu have, the best match first, then what the server found, so
 * that its answer moves nothing that is listed already.
 */
export function usePaletteCommands(words: string): { commands: Command[]; isSearching: boolean } {
  const actions = useActions()
  const pages = usePages()
  const settings = useSettings()
  const tickets = useTickets(words)
  const contacts = useContacts(words)
  // Without words the list is short: settings are looked for.
  const own = rankCommands([...actions, ...pages, ...(words === '' ? [] : settings)], words)
  return {
    commands: [...own, ...tickets.commands, ...contacts.commands],
    isSearching: tickets.isSearching || contacts.isSearching,
  }
}
