import { createSvgIcon } from '@mui/material/utils'

const stroke = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.7,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

/* The desk's own glyphs: one stroke, 24 px grid. */
export const TicketsIcon = createSvgIcon(
  <path {...stroke} d="M21 12a8.500 8.500 0 0 1-12.600 7.400L3 21l1.600-5.200A8.500 8.500 0 1 1 21 12z" />,
  'Tickets',
)
export const DashboardIcon = createSvgIcon(
  <path {...stroke} d="M4 4h7v9H4zM13.500 4H20v5h-6.500zM13.500 11.500H20V20h-6.500zM4 15.500h7V20H4z" />,
  'Dashboard',
)
export const KanbanIcon = createSvgIcon(<path {...stroke} d="M4 4h16v16H4zM8 8v8M12 8v4M16 8v6" />, 'Kanban')
export const SchedulesIcon = createSvgIcon(
  <path {...stroke} d="M4 6h16v14H4zM4 10.500h16M8 3.500V8M16 3.500V8" />,
  'Schedules',
)
export const TodoIcon = createSvgIcon(
  <path {...stroke} d="M12 3.500a8.500 8.500 0 1 0 8.500 8.500M8.500 11.500l3 3L20 6" />,
  'Todo',
)
export const HelpIcon = createSvgIcon(
  <path
    {...stroke}
    d="M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM9.500 9.500a2.500 2.500 0 1 1 3.500 2.300c-.700.300-1 .900-1 1.700M12 16.500v.1"
  />,
  'Help',
)
export const QuickIcon = createSvgIcon(
  <path {...stroke} d="M13 2.500L5 13.500h6.500L11 21.500l8-11h-6.500z" />,
  'Quick',
)
export const IntegrationsIcon = createSvgIcon(
  <path
    {...stroke}
    d="M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 9V4M9.500 14L5 18M14.500 14l4.500 4M12 3.500v.5M4.500 18.500l.5-.5M19.500 18.500l-.5-.5"
  />,
  'Integrations',
)
export const PromptsIcon = createSvgIcon(
  <path
    {...stroke}
    d="M11 4l1.800 5.200L18 11l-5.200 1.800L11 18l-1.800-5.200L4 11l5.200-1.800zM18.500 15v5M16 17.500h5"
  />,
  'Prompts',
)
export const KeyIcon = createSvgIcon(
  <path {...stroke} d="M8 20a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM10.900 13.100 20 4M16 8l3 3M13.500 10.500l2 2" />,
  'Key',
)
export const CodeIcon = createSvgIcon(
  <path {...stroke} d="M8 7l-5 5 5 5M16 7l5 5-5 5M13.500 5l-3 14" />,
  'Code',
)
export const ClipIcon = createSvgIcon(
  <path
    {...stroke}
    d="M19 11.500l-7.500 7.500a4.500 4.500 0 0 1-6.400-6.400l8-8a3 3 0 0 1 4.300 4.300l-8 8a1.500 1.500 0 0 1-2.100-2.100l7-7"
  />,
  'Clip',
)
export const TagIcon = createSvgIcon(
  <path {...stroke} d="M4 4.500h7.500L20 13l-7 7-8.500-8.500zM8.300 8.300v.1" />,
  'Tag',
)
export const ConnectionsIcon = createSvgIcon(
  <path {...stroke} d="M4 8h14l-3.500-3.500M20 16H6l3.500 3.500" />,
  'Connections',
)
export const MoonIcon = createSvgIcon(
  <path {...stroke} d="M20 14a8 8 0 1 1-10-10 7 7 0 0 0 10 10z" />,
  'Moon',
)
export const SunIcon = createSvgIcon(
  <path
    {...stroke}
    d="M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M18.700 5.300l-1.400 1.400M6.700 17.300l-1.400 1.400"
  />,
  'Sun',
)
export const VolumeIcon = createSvgIcon(
  <path {...stroke} d="M4 9v6h4l6 5V4L8 9zM17.500 8.500a5 5 0 0 1 0 7" />,
  'Volume',
)
export const MutedIcon = createSvgIcon(
  <path {...stroke} d="M4 9v6h4l6 5V4L8 9zM17 9.500l4.500 5M21.500 9.500l-4.500 5" />,
  'Muted',
)
export const ReloadIcon = createSvgIcon(
  <path {...stroke} d="M20 12a8 8 0 1 1-2.500-5.800M20 3v5h-5" />,
  'Reload',
)
export const BellIcon = createSvgIcon(
  <path {...stroke} d="M6 16v-5a6 6 0 0 1 12 0v5l2 2H4zM10 21h4" />,
  'Bell',
)
export const MenuIcon = createSvgIcon(<path {...stroke} d="M4 7h16M4 12h16M4 17h16" />, 'Menu')
export const CloseIcon = createSvgIcon(<path {...stroke} d="M6 6l12 12M18 6L6 18" />, 'Close')
export const CheckIcon = createSvgIcon(<path {...stroke} d="M5 12.500l4.500 4.500L19 7" />, 'Check')
export const ChevronIcon = createSvgIcon(<path {...stroke} d="M9 6l6 6-6 6" />, 'Chevron')
export const PlusIcon = createSvgIcon(<path {...stroke} d="M12 5v14M5 12h14" />, 'Plus')
export const EditIcon = createSvgIcon(
  <path {...stroke} d="M4 20l1-4.500L16 4.500l3.500 3.500L8.500 19z" />,
  'Edit',
)
export const MergeIcon = createSvgIcon(
  <path {...stroke} d="M6 4v4a5 5 0 0 0 5 5h2M6 20v-2a5 5 0 0 1 5-5h7M15 9.500l3.500 3.500-3.500 3.500" />,
  'Merge',
)
export const TrashIcon = createSvgIcon(
  <path {...stroke} d="M4.500 7h15M9.500 7V4.500h5V7M6.500 7l1 13h9l1-13M10.300 11v5M13.700 11v5" />,
  'Trash',
)
export const PhoneIcon = createSvgIcon(
  <path
    {...stroke}
    d="M7 3h10a1.500 1.500 0 0 1 1.500 1.500v15A1.500 1.500 0 0 1 17 21H7a1.500 1.500 0 0 1-1.500-1.500v-15A1.500 1.500 0 0 1 7 3zM10.500 18h3"
  />,
  'Phone',
)
export const CopyIcon = createSvgIcon(
  <path {...stroke} d="M9 9h10.500v10.500H9zM15 9V4.500H4.500V15H9" />,
  'Copy',
)
export const KeyboardIcon = createSvgIcon(
  <path {...stroke} d="M3.500 6.500h17v11h-17zM7 10h.1M10.300 10h.1M13.700 10h.1M17 10h.1M8 14h8" />,
  'Keyboard',
)
export const GlobeIcon = createSvgIcon(
  <path
    {...stroke}
    d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3.500 6 3.500 9s-.5 6-3.500 9c-3-3-3.500-6-3.500-9s.5-6 3.500-9z"
  />,
  'Globe',
)
export const LeaveIcon = createSvgIcon(
  <path {...stroke} d="M14 4H5v16h9M10 12h10.500M17 8.500l3.500 3.500-3.500 3.500" />,
  'Leave',
)
export const DownloadIcon = createSvgIcon(
  <path {...stroke} d="M12 4v11M7 10.500l5 5 5-5M4.500 20h15" />,
  'Download',
)
export const SendQueueIcon = createSvgIcon(
  <path {...stroke} d="M4 7h9M4 12h9M4 17h6M17 6v11M14 14l3 3.500 3-3.500" />,
  'SendQueue',
)
export const PulseIcon = createSvgIcon(<path {...stroke} d="M3 12h4l2.500-6 4.500 12 2.500-6H21" />, 'Pulse')
export const QrIcon = createSvgIcon(
  <path
    {...stroke}
    d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.500v2.500H14zM20 14v.1M20 20h-3M20 17.500v.1M14 20v.1"
  />,
  'Qr',
)
export const UsersIcon = createSvgIcon(
  <path
    {...stroke}
    d="M9 4.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM2.500 20a6.500 6.500 0 0 1 13 0M15.500 4.900a3.500 3.500 0 0 1 0 6.200M18 14.200a6.500 6.500 0 0 1 3.500 5.800"
  />,
  'Users',
)
export const UserIcon = createSvgIcon(
  <path {...stroke} d="M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.500 20.500a7.500 7.500 0 0 1 15 0" />,
  'User',
)
export const ContactsIcon = createSvgIcon(
  <path
    {...stroke}
    d="M6 3.500h12a1.500 1.500 0 0 1 1.500 1.500v14a1.500 1.500 0 0 1-1.500 1.500H6zM3.500 8H6M3.500 12H6M3.500 16H6M12.700 7.500a2.200 2.200 0 1 0 0 4.400 2.200 2.200 0 0 0 0-4.400zM9 16.500a3.700 3.700 0 0 1 7.400 0"
  />,
  'Contacts',
)
export const CampaignsIcon = createSvgIcon(
  <path {...stroke} d="M4 10v4h3l8 5V5l-8 5zM18 9a4 4 0 0 1 0 6M7 14l1.500 5.500h2L9.500 15" />,
  'Campaigns',
)
export const ContactListsIcon = createSvgIcon(
  <path {...stroke} d="M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01" />,
  'ContactLists',
)
export const ChatIcon = createSvgIcon(
  <path {...stroke} d="M4 5h16v11H10l-4.500 4v-4H4zM8 9h8M8 12h5" />,
  'Chat',
)
export const MegaphoneIcon = createSvgIcon(
  <path {...stroke} d="M4 10v4h3.500L18 18.500v-13L7.500 10zM7.500 14l1.500 6h2.500L10 15M20.500 10.500v3" />,
  'Megaphone',
)
export const FilesIcon = createSvgIcon(
  <path {...stroke} d="M3.500 6.500h6l2 2.500h9v10.500h-17zM7 13h10M7 16h6" />,
  'Files',
)
export const StopIcon = createSvgIcon(
  <path {...stroke} d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.500 9.500h5v5h-5z" />,
  'Stop',
)
export const WebhookIcon = createSvgIcon(<path {...stroke} d="M3 12h4l3-8 4 16 3-8h4" />, 'Webhook')
export const ForumIcon = createSvgIcon(
  <path {...stroke} d="M3.500 4.500h12v8.500H8l-4.500 3.500zM18.500 9H20.500v11l-3.500-3H8.500v-1.500" />,
  'Forum',
)
export const SendIcon = createSvgIcon(
  <path {...stroke} d="M4 4.500l16.500 7.500L4 19.500l2.500-7.500zM6.500 12H13" />,
  'Send',
)
export const QueuesIcon = createSvgIcon(
  <path {...stroke} d="M4 3.500h6v5H4zM14 9.500h6v5h-6zM14 16.500h6v5h-6zM7 8.500V19h7M7 12h7" />,
  'Queues',
)
export const MoreIcon = createSvgIcon(
  <path {...stroke} strokeWidth={2.4} d="M5 12h.01M12 12h.01M19 12h.01" />,
  'More',
)
export const DragIcon = createSvgIcon(
  <path {...stroke} strokeWidth={2.4} d="M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01" />,
  'Drag',
)
export const CostsIcon = createSvgIcon(<path {...stroke} d="M4 20V10M10 20V4M16 20v-8M3 20h18" />, 'Costs')
export const BillingIcon = createSvgIcon(
  <path
    {...stroke}
    d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM15 9.200c-.400-1-1.500-1.700-3-1.700-1.700 0-3 .900-3 2.200 0 3 6 1.600 6 4.600 0 1.300-1.300 2.200-3 2.200-1.500 0-2.600-.700-3-1.700M12 5.800v1.700M12 16.500v1.700"
  />,
  'Billing',
)
export const SettingsIcon = createSvgIcon(
  <path {...stroke} d="M4 7h9M17 7h3M4 17h3M11 17h9M15 4.500v5M9 14.500v5" />,
  'Settings',
)
export const OfficialIcon = createSvgIcon(
  <path
    {...stroke}
    d="M12 3l2.300 1.900 3-.2.700 2.900 2.500 1.600L19.400 12l1.100 2.800-2.500 1.600-.7 2.900-3-.2L12 21l-2.300-1.900-3 .2-.7-2.900-2.500-1.600L4.600 12 3.500 9.200 6 7.600l.7-2.900 3 .2zM8.800 12.200l2.200 2.200 4.200-4.600"
  />,
  'Official',
)
