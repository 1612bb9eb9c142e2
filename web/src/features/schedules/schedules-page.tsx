import type { ScheduleView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useMe } from '../../data/hooks'
import { isAdmin } from '../../data/ticket-lists'
import { useListAllUsersQuery } from '../../data/users.api'
import { translateError } from '../../lib/error-toast'
import { readServerTime } from '../../lib/server-clock'
import { useDebounced } from '../../lib/use-debounced'
import { AgentSelect } from '../../ui/agent-select'
import { ErrorState } from '../../ui/error-state'
import { PlusIcon } from '../../ui/icons'
import { Page, PageHeader } from '../../ui/page-header'
import { SearchField } from '../../ui/search-field'
import { toDayKey, toMomentKey } from '../../lib/format-date'
import { AgendaView } from './agenda-view'
import { CalendarToolbar } from './calendar-toolbar'
import { HoursView } from './hours-view'
import { MonthView } from './month-view'
import { ScheduleDetails } from './schedule-details'
import { noText } from './schedule-form'
import { ScheduleModal } from './schedule-modal'
import { useAskedContact } from './use-asked-contact'
import { useCalendar, useCalendarView } from './use-calendar'
import './calendar.css'

type Overlay = { kind: 'none' } | { kind: 'add'; sendAt: string } | { kind: 'open'; schedule: ScheduleView }

const OpenSchedule = ({ schedule, onClose }: { schedule: ScheduleView; onClose: () => void }) => {
  const mayChange = schedule.status !== 'ENVIADA'
  const draft = { ...noText, contact: null, sendAt: '' }
  return mayChange ? (
    <ScheduleModal schedule={schedule} draft={draft} onClose={onClose} />
  ) : (
    <ScheduleDetails schedule={schedule} onClose={onClose} />
  )
}

interface CalendarProps {
  searchParam: string
  userId: number | undefined
  onOpen: (schedule: ScheduleView) => void
  onAdd: (at: Date) => void
}

const Calendar = ({ searchParam, userId, onOpen, onAdd }: CalendarProps) => {
  const { t } = useTranslation('schedules')
  const { view, date, show } = useCalendarView()
  const { currentData, error, refetch, range, days } = useCalendar(view, date, { searchParam, userId })
  const props = {
    range,
    days,
    today: toDayKey(readServerTime()),
    onOpen,
    onAdd,
    onDay: (day: Date) => show('day', day),
  }
  const empty = searchParam === '' ? t('empty') : t('emptySearch', { query: searchParam })
  return (
    <>
      <CalendarToolbar view={view} date={date} onShow={show} />
      {currentData ? (
        <>
          {days.size === 0 ? (
            <p className="calendar-empty" role="status">
              {empty}
            </p>
          ) : null}
          {view === 'month' ? <MonthView {...props} /> : null}
          {view === 'week' || view === 'day' ? (
            <HoursView {...props} onAgenda={(day) => show('agenda', day)} />
          ) : null}
          {view === 'agenda' ? <AgendaView days={days} onOpen={onOpen} /> : null}
        </>
      ) : error ? (
        <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton variant="rounded" height={560} />
      )}
    </>
  )
}

/** Messages for later, in a calendar. `?contactId` opens the dialog for that contact. */
export const SchedulesPage = () => {
  const { t } = useTranslation('schedules')
  const [typed, setTyped] = useState('')
  const searchParam = useDebounced(typed.trim())
  const [userId, setUserId] = useState<number>()
  const seesAll = isAdmin(useMe())
  const { data: users = [] } = useListAllUsersQuery(undefined, { skip: !seesAll })
  const [overlay, setOverlay] = useState<Overlay>({ kind: 'none' })
  const asked = useAskedContact()
  const close = () => setOverlay({ kind: 'none' })
  const add = (sendAt: string) => setOverlay({ kind: 'add', sendAt })
  return (
    <Page>
      <PageHeader title={t('title')}>
        <SearchField value={typed} onChange={setTyped} />
        {seesAll ? <AgentSelect users={users} value={userId} onChange={setUserId} /> : null}
        <Button variant="contained" startIcon={<PlusIcon />} onClick={() => add('')}>
          {t('add')}
        </Button>
      </PageHeader>
      <Calendar
        searchParam={searchParam}
        userId={userId}
        onOpen={(schedule) => setOverlay({ kind: 'open', schedule })}
        onAdd={(at) => add(at > readServerTime() ? toMomentKey(at) : '')}
      />
      {overlay.kind === 'add' ? (
        <ScheduleModal
          schedule={undefined}
          draft={{ ...noText, contact: null, sendAt: overlay.sendAt }}
          onClose={close}
        />
      ) : null}
      {overlay.kind === 'open' ? <OpenSchedule schedule={overlay.schedule} onClose={close} /> : null}
      {asked.contact ? (
        <ScheduleModal
          schedule={undefined}
          draft={{ ...noText, contact: asked.contact, sendAt: '' }}
          onClose={asked.forget}
        />
      ) : null}
    </Page>
  )
}
