import ArrowDropDownOutlined from '@mui/icons-material/ArrowDropDownOutlined'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import { ticketOrders } from '@balcao/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { buildMenuOption } from '../../ui/menu-option'
import { storeWaitingOptions, type TicketsPageState, type WaitingOptions } from './tickets-page.slice'

export interface WaitingToolsProps {
  manager: TicketsPageState
  onChange: (next: Partial<TicketsPageState>) => void
  /** Absent when there is nothing to choose. */
  onSelect?: (() => void) | undefined
}

const bots = ['', 'with', 'without'] as const

/** How waiting tickets are listed: their order, which of them, and what accepting does to the list; and the way to choose several. */
export const WaitingTools = ({ manager, onChange, onSelect }: WaitingToolsProps) => {
  const { t } = useTranslation('tickets')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { waiting, bot } = manager
  const choose = (next: Partial<WaitingOptions>) => {
    const options = { ...waiting, ...next }
    storeWaitingOptions(options)
    onChange({ waiting: options })
  }
  const orderName = t(`waiting.order.${waiting.order}`)
  const shown = bot === '' ? orderName : `${orderName} · ${t(`waiting.bot.${bot}`)}`
  return (
    <div className="manager__waiting">
      <Button
        size="small"
        endIcon={<ArrowDropDownOutlined />}
        aria-haspopup="menu"
        aria-label={`${t('waiting.options')}: ${shown}`}
        title={t('waiting.options')}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {shown}
      </Button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ root: { role: 'region', 'aria-label': t('waiting.options') } }}
      >
        {ticketOrders.map((order) =>
          buildMenuOption({
            role: 'menuitemradio',
            label: t(`waiting.order.${order}`),
            isChecked: order === waiting.order,
            onClick: () => choose({ order }),
          }),
        )}
        <Divider />
        {bots.map((value) =>
          buildMenuOption({
            role: 'menuitemradio',
            label: t(`waiting.bot.${value || 'all'}`),
            isChecked: value === bot,
            onClick: () => onChange({ bot: value }),
          }),
        )}
        <Divider />
        {buildMenuOption({
          role: 'menuitemcheckbox',
          label: t('waiting.staysAfterAccept'),
          isChecked: waiting.staysAfterAccept,
          onClick: () => choose({ staysAfterAccept: !waiting.staysAfterAccept }),
        })}
      </Menu>
      {onSelect ? (
        <Button size="small" onClick={onSelect}>
          {t('bulk.start')}
        </Button>
      ) : null}
    </div>
  )
}
