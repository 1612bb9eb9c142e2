import Badge from '@mui/material/Badge'
import type { ReactNode } from 'react'

import { formatBadge } from './bell-badge'

export interface CountBadgeProps {
  count: number
  /** There are more than were counted. */
  more: boolean
  children: ReactNode
}

/** How many are unread, at an icon; remounted when there are none: MUI's badge keeps its last number while it hides. */
export const CountBadge = ({ count, more, children }: CountBadgeProps) => (
  <Badge
    key={count > 0 ? 'counted' : 'none'}
    badgeContent={formatBadge(count, more)}
    color="primary"
    max={99}
    slotProps={{ badge: { className: 'bell-badge' } }}
  >
    {children}
  </Badge>
)
