import Skeleton from '@mui/material/Skeleton'
import type { TicketView } from '@balcao/contracts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'

import { flattenTickets, type TicketFilter } from '../../data/ticket-lists'
import { useListTicketsInfiniteQuery } from '../../data/tickets.api'
import { formatDay } from '../../lib/format-date'

/** This contact's resolved tickets, this one left out. */
export const PreviousTickets = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTranslation('tickets')
  const { t: common } = useTranslation()
  const filter = useMemo<TicketFilter>(
    () => ({
      status: 'closed',
      showAll: true,
      queueIds: null,
      tags: [],
      users: [],
      searchParam: '',
      contactId: ticket.contactId,
    }),
    [ticket.contactId],
  )
  const { data, isError, refetch } = useListTicketsInfiniteQuery(filter)
  const tickets = flattenTickets(data).filter(({ id }) => id !== ticket.id)
  return (
    <section>
      <h3>{t('contact.previous')}</h3>
      {!data && !isError ? <Skeleton height={28} /> : null}
      {isError && !data ? (
        <button type="button" className="link-button" onClick={() => void refetch()}>
          {common('actions.retry')}
        </button>
      ) : null}
      {data && tickets.length === 0 ? <p className="panel__nothing">{t('contact.noPrevious')}</p> : null}
      <ul className="panel__tickets">
        {tickets.map((previous) => (
          <li key={previous.id}>
            <Link to={`/tickets/${previous.uuid}`}>
              <b>#{previous.id}</b>
              <span>
                {t('contact.resolvedOn', {
                  date: formatDay(new Date(previous.closedAt ?? previous.updatedAt)),
                })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
