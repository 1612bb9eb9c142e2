import ArrowDropDownOutlined from '@mui/icons-material/ArrowDropDownOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useMe } from '../../data/hooks'
import { useListQueuesQuery } from '../../data/queues.api'
import '../../data/queues.live'
import { isAdmin } from '../../data/ticket-lists'
import { lateToOpen } from '../../ui/late'
import './queue-select.css'

const QueueMenu = lateToOpen(async () => (await import('./queue-menu')).QueueMenu)

export interface QueueSelectProps {
  /** null: all of mine. */
  value: number[] | null
  onChange: (queueIds: number[] | null) => void
}

/** Which queues the lists show: mine, for administrators every one; all to begin with. */
export const QueueSelect = ({ value, onChange }: QueueSelectProps) => {
  const { t } = useTranslation('tickets')
  const me = useMe()
  const { data: all = [] } = useListQueuesQuery(undefined, { skip: !isAdmin(me) })
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const queues = isAdmin(me) ? all : me.queues
  const chosen = value ?? queues.map(({ id }) => id)
  const toggle = (id: number) => {
    const ids = chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]
    onChange(ids.length === 0 || ids.length === queues.length ? null : ids)
  }
  const shown = t('manager.queues', { count: value === null ? queues.length : value.length })
  return (
    <>
      <button
        type="button"
        className="queue-select"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={`${t('manager.chooseQueues')}: ${shown}`}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <span>{shown}</span>
        <ArrowDropDownOutlined />
      </button>
      <QueueMenu
        open={anchor !== null}
        anchor={anchor}
        queues={queues}
        chosen={chosen}
        onToggle={toggle}
        onClose={() => setAnchor(null)}
      />
    </>
  )
}
