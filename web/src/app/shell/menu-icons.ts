import type SvgIcon from '@mui/material/SvgIcon'

import {
  BillingIcon,
  CampaignsIcon,
  ContactListsIcon,
  ConnectionsIcon,
  ContactsIcon,
  DashboardIcon,
  HelpIcon,
  KanbanIcon,
  FilesIcon,
  ForumIcon,
  QueuesIcon,
  SettingsIcon,
  TodoIcon,
  QuickIcon,
  SchedulesIcon,
  TagIcon,
  TicketsIcon,
  UsersIcon,
} from '../../ui/icons'
import type { MenuEntry } from './menu'

/** Icon of each menu entry. */
export const menuIcons: Partial<Record<MenuEntry['id'], typeof SvgIcon>> = {
  dashboard: DashboardIcon,
  tickets: TicketsIcon,
  kanban: KanbanIcon,
  quickMessages: QuickIcon,
  todo: TodoIcon,
  helps: HelpIcon,
  tags: TagIcon,
  chats: ForumIcon,
  contacts: ContactsIcon,
  campaigns: CampaignsIcon,
  contactLists: ContactListsIcon,
  campaignSettings: SettingsIcon,
  schedules: SchedulesIcon,
  connections: ConnectionsIcon,
  files: FilesIcon,
  queues: QueuesIcon,
  users: UsersIcon,
  billing: BillingIcon,
  settings: SettingsIcon,
}
