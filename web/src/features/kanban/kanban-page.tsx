import type { TagView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'

import { useListKanbanTagsQuery } from '../../data/tags.api'
import '../../data/tags.live'
import { useListAllUsersQuery } from '../../data/users.api'
import '../../data/users.live'
import { translateError } from '../../lib/error-toast'
import { useDebounced } from '../../lib/use-debounced'
import { useMinute } from '../../lib/use-minute'
import { AgentSelect } from '../../ui/agent-select'
import { EmptyState } from '../../ui/empty-state'
import { ErrorState } from '../../ui/error-state'
import { PageHeader } from '../../ui/page-header'
import { SearchField } from '../../ui/search-field'
import { QueueSelect } from '../tickets'
import { KanbanLane } from './kanban-lane'
import { LaneSkeletons } from './lane-skeletons'
import { buildLaneFilter, listLanes, type BoardFilter } from './lanes'
import { useAutoScroll } from './use-card-drag'
import { useMoves } from './use-moves'
import './kanban.css'

const useCollapsed = () => {
  const [collapsed, setCollapsed] = useState<readonly number[]>([])
  const toggle = (id: number) =>
    setCollapsed((ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]))
  return { collapsed, toggle }
}

const Board = ({ tags, filter }: { tags: TagView[]; filter: BoardFilter }) => {
  const { t } = useTranslation('kanban')
  const box = useRef<HTMLDivElement>(null)
  const now = useMinute()
  const { move, announced } = useMoves(tags)
  const { collapsed, toggle } = useCollapsed()
  const lanes = useMemo(() => listLanes(tags, t('open')), [tags, t])
  useAutoScroll(box)
  return (
    <div ref={box} className="kanban-board">
      {lanes.map((lane) => (
        <KanbanLane
          key={lane.id}
          lane={lane}
          lanes={lanes}
          tags={tags}
          filter={buildLaneFilter(lane, tags, filter)}
          now={now}
          isCollapsed={collapsed.includes(lane.id)}
          onCollapse={() => toggle(lane.id)}
          onMove={move}
        />
      ))}
      <p className="visually-hidden" role="status">
        {announced}
      </p>
    </div>
  )
}

const NoLanes = () => {
  const { t } = useTranslation('kanban')
  return (
    <EmptyState
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        <Button variant="contained" component={Link} to="/tags">
          {t('empty.action')}
        </Button>
      }
    />
  )
}

export const KanbanPage = () => {
  const { t } = useTranslation('kanban')
  const [typed, setTyped] = useState('')
  const [queueIds, setQueueIds] = useState<number[] | null>(null)
  const [userId, setUserId] = useState<number>()
  const { data: users = [] } = useListAllUsersQuery(undefined)
  const searchParam = useDebounced(typed)
  const { data: tags, error, refetch } = useListKanbanTagsQuery(undefined, { refetchOnMountOrArgChange: 60 })
  return (
    <div className="kanban">
      <PageHeader title={t('title')}>
        <SearchField value={typed} onChange={setTyped} />
        <QueueSelect value={queueIds} onChange={setQueueIds} />
        <AgentSelect users={users} value={userId} onChange={setUserId} />
      </PageHeader>
      {tags === undefined ? (
        error ? (
          <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
        ) : (
          <LaneSkeletons />
        )
      ) : tags.length === 0 ? (
        <NoLanes />
      ) : (
        <Board tags={tags} filter={{ queueIds, userId, searchParam }} />
      )}
    </div>
  )
}
