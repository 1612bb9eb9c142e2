import AddOutlined from '@mui/icons-material/AddOutlined'
import Button from '@mui/material/Button'
import Switch from '@mui/material/Switch'
import { useTranslation } from 'react-i18next'

import { useMe } from '../../data/hooks'
import { can } from '../../lib/can'
import { late } from '../../ui/late'
import { QueueSelect } from './queue-select'
import { TabList } from './tab-list'
import { showsAll, type TicketsPageState } from './tickets-page.slice'
import type { Bulk } from './use-bulk'

const tools = <div className="manager__waiting" />
const BulkBar = late(async () => (await import('./bulk-bar')).BulkBar, tools)
const WaitingTools = late(async () => (await import('./waiting-tools')).WaitingTools, tools)
const SearchFields = late(
  async () => (await import('./search-fields')).SearchFields,
  <div className="manager__search manager__search--empty" />,
)

interface ListHeadPart {
  manager: TicketsPageState
  onChange: (next: Partial<TicketsPageState>) => void
}

interface TicketCounts {
  openCount: number | undefined
  pendingCount: number | undefined
}

export interface ListHeadProps extends ListHeadPart, TicketCounts {
  bulk: Bulk
  /** How many waiting tickets could be chosen. */
  listed: number
  onNew: () => void
  onTransfer: () => void
}

const Count = ({ count, tone }: { count: number | undefined; tone?: 'amber' }) =>
  count === undefined ? null : (
    <span className="count-pill" data-tone={count > 0 ? tone : undefined}>
      {count}
    </span>
  )

const OpenTabs = ({ manager, openCount, pendingCount, onChange }: ListHeadPart & TicketCounts) => {
  const { t } = useTranslation('tickets')
  return (
    <TabList
      label={t('manager.open')}
      className="manager__sub"
      controls="ticket-list-panel"
      value={manager.openTab}
      onChange={(openTab) => onChange({ openTab })}
      items={[
        {
          value: 'open',
          label: (
            <>
              {t('manager.serving')} <Count count={openCount} />
            </>
          ),
        },
        {
          value: 'pending',
          label: (
            <>
              {t('manager.waiting')} <Count count={pendingCount} tone="amber" />
            </>
          ),
        },
      ]}
    />
  )
}

const ListTools = ({ manager, onChange, onNew }: ListHeadPart & Pick<ListHeadProps, 'onNew'>) => {
  const { t } = useTranslation('tickets')
  const me = useMe()
  return (
    <div className="manager__tools">
      <Button variant="contained" startIcon={<AddOutlined />} onClick={onNew}>
        {t('manager.new')}
      </Button>
      <QueueSelect value={manager.queueIds} onChange={(queueIds) => onChange({ queueIds })} />
      {can(me, 'tickets-manager:showall') ? (
        <label className="manager__all">
          {t('manager.all')}
          <Switch checked={showsAll(manager, me)} onChange={(_event, showAll) => onChange({ showAll })} />
        </label>
      ) : null}
    </div>
  )
}

/** Above the list: which list is shown, what narrows it, and what can be done with several waiting tickets. */
export const ListHead = (props: ListHeadProps) => {
  const { manager, openCount, pendingCount, bulk, listed, onChange, onNew, onTransfer } = props
  const { t } = useTranslation('tickets')
  const isWaitingList = manager.tab === 'open' && manager.openTab === 'pending'
  return (
    <>
      <TabList
        label={t('manager.title')}
        className="manager__tabs"
        controls="ticket-list-panel"
        value={manager.tab}
        onChange={(tab) => onChange({ tab })}
        items={[
          { value: 'open', label: t('manager.open') },
          { value: 'closed', label: t('manager.closed') },
          { value: 'search', label: t('manager.search') },
        ]}
      />
      {manager.tab === 'search' ? <SearchFields manager={manager} onChange={onChange} /> : null}
      <ListTools manager={manager} onChange={onChange} onNew={onNew} />
      {manager.tab === 'open' ? (
        <OpenTabs manager={manager} openCount={openCount} pendingCount={pendingCount} onChange={onChange} />
      ) : null}
      {isWaitingList ? (
        bulk.isChoosing ? (
          <BulkBar bulk={bulk} listed={listed} onTransfer={onTransfer} />
        ) : (
          <WaitingTools
            manager={manager}
            onChange={onChange}
            onSelect={listed > 0 ? bulk.start : undefined}
          />
        )
      ) : null}
    </>
  )
}
