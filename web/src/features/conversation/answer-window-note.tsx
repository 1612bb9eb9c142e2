import type { TicketView } from '@balcao/contracts'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { useListMessagesInfiniteQuery } from '../../data/messages.api'
import { formatShortDayTime } from '../../lib/format-date'
import { useActiveHold } from '../../lib/use-active-hold'
import { findWindowEnd } from './answer-window'
import { useCapabilities } from './use-capabilities'

/** Says until when the customer can be answered; in place of the composer once that is over. */
export const AnswerWindow = ({ ticket, children }: { ticket: TicketView; children: ReactNode }) => {
  const { t } = useTranslation('tickets')
  const { windowHours } = useCapabilities(ticket.whatsappId)
  // The thread's own pages.
  const { data } = useListMessagesInfiniteQuery(ticket.id, { skip: windowHours === null })
  const until = useMemo(
    () => findWindowEnd(data?.pages.flatMap(({ messages }) => messages) ?? [], windowHours),
    [data, windowHours],
  )
  const open = useActiveHold(until === null ? null : { until })
  const isClosed = until !== null && !open
  // Children keep their place: a customer's message must not take what is being written.
  return (
    <>
      {open ? (
        <p className="composer-held">
          {t('composer.windowUntil', { until: formatShortDayTime(new Date(open.until)) })}
        </p>
      ) : null}
      {isClosed ? (
        <div className="composer-bar" role="status">
          <span>{t('composer.windowClosed', { hours: windowHours })}</span>
        </div>
      ) : (
        children
      )}
    </>
  )
}
