import type { ConnectionView } from '@balcao/contracts'
import Tooltip from '@mui/material/Tooltip'
import { useTranslation } from 'react-i18next'

import { findEndStatus, chooseTone } from './status'
import './connections.css'

const glyphs = {
  good: 'M5 10.500l3.500 3.500L15.500 6.500',
  busy: 'M10 5.500V10l3 2',
  bad: 'M6 6l8 8M14 6l-8 8',
} as const

/** Icon and word; a tooltip explains the status. */
export const StatusLabel = ({ connection }: { connection: ConnectionView }) => {
  const { status } = connection
  const ended = findEndStatus(connection)
  const { t } = useTranslation('connections')
  const tone = chooseTone(status)
  return (
    <Tooltip title={ended ? t(`lastEnd.${ended}`) : t(`status.${status}.hint`)}>
      <span className={`connection-status connection-status--${tone}`}>
        <svg width="18" height="18" viewBox="0 0 20 20" aria-hidden="true">
          <circle cx="10" cy="10" r="9" fill="currentColor" opacity="0.14" />
          <path
            d={glyphs[tone]}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.800"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
        {ended ? t(`endStatus.${ended}`) : t(`status.${status}.word`)}
      </span>
    </Tooltip>
  )
}
