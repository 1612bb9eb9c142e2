import Button from '@mui/material/Button'
import type { TicketLogView, TicketView } from '@balcao/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import '../../data/ticket-log.live'
import { useListTicketLogInfiniteQuery } from '../../data/ticket-log.api'
import { translateError } from '../../lib/error-toast'
import { formatDayTime } from '../../lib/format-date'
import { ErrorState } from '../../ui/error-state'
import { LoadMore } from '../../ui/load-more'
import { RowSkeletons } from '../../ui/row-skeletons'
import { listChanges } from './log-changes'

const LogRow = ({ entry }: { entry: TicketLogView }) => {
  const { t } = useTranslation('tickets')
  const by = entry.user ? entry.user.name || t('log.gone') : t('log.automatic')
  return (
    <li className="log-row">
      <p>{t(`log.actions.${entry.action}`)}</p>
      {listChanges(entry).map(({ field, from, to }) => (
        <p key={field} className="log-row__change">
          {t(`log.fields.${field}`)}: {from ?? t('log.none')} → {to ?? t('log.none')}
        </p>
      ))}
      <small>
        {by} · {formatDayTime(new Date(entry.createdAt))}
      </small>
    </li>
  )
}

const LogRows = ({ ticketId }: { ticketId: number }) => {
  const { t } = useTranslation('tickets')
  const { data, isError, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } =
    useListTicketLogInfiniteQuery(ticketId)
  if (!data)
    return isError ? (
      <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
    ) : (
      <RowSkeletons count={2} height={44} />
    )
  const entries = data.pages.flatMap((page) => page.entries)
  if (entries.length === 0) return <p className="panel__nothing">{t('log.empty')}</p>
  return (
    <>
      <ol className="log">
        {entries.map((entry) => (
          <LogRow key={entry.id} entry={entry} />
        ))}
      </ol>
      <LoadMore
        hasMore={hasNextPage}
        isLoading={isFetchingNextPage}
        hasFailed={isError}
        onLoad={() => void fetchNextPage()}
      />
    </>
  )
}

/** Who did what with the ticket; fetched when it is unfolded. */
export const TicketLog = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTranslation('tickets')
  const [isOpen, setOpen] = useState(false)
  return (
    <section>
      <h3>{t('log.title')}</h3>
      <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t(isOpen ? 'log.hide' : 'log.show')}
      </Button>
      {isOpen ? <LogRows ticketId={ticket.id} /> : null}
    </section>
  )
}
