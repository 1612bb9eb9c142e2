import type { TicketView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { useListMessagesInfiniteQuery } from '../../data/messages.api'
import { formatShortDayTime } from '../../lib/format-date'
import { useActiveHold } from '../../lib/use-active-hold'
import { findWindowEnd, hasNeverWritten } from './answer-window'
import { useCapabilities } from './use-capabilities'

export interface AnswerWindowProps {
  ticket: TicketView
  /** Chooses a template, which goes outside of the window, too. */
  onTemplate: () => void
  children: ReactNode
}

/** Says until when the customer can be answered; in place of the composer, with the templates, once that is over. */
export const AnswerWindow = ({ ticket, onTemplate, children }: AnswerWindowProps) => {
  const { t } = useTranslation('tickets')
  const { windowHours, hasTemplates } = useCapabilities(ticket.whatsappId)
  // The thread's own pages.
  const { data } = useListMessagesInfiniteQuery(ticket.id, { skip: windowHours === null })
  const until = useMemo(
    () => findWindowEnd(data?.pages.flatMap(({ messages }) => messages) ?? [], windowHours),
    [data, windowHours],
  )
  const open = useActiveHold(until === null ? null : { until })
  const isBefore = windowHours !== null && data !== undefined && hasNeverWritten(data.pages)
  const isClosed = isBefore || (until !== null && !open)
  // Children keep their place: a customer's message must not take what is being written.
  return (
    <>
      {open ? (
        <p className="composer-held">
          {t('composer.windowUntil', { until: formatShortDayTime(new Date(open.until)) })}
        </p>
      ) : null}
      {isClosed ? (
        <div className="composer-bar">
          <span role="status">
            {isBefore ? t('composer.windowBefore') : t('composer.windowClosed', { hours: windowHours })}
          </span>
          {hasTemplates ? (
            <Button variant="contained" size="small" aria-haspopup="dialog" onClick={onTemplate}>
              {t('templates.send')}
            </Button>
          ) : null}
        </div>
      ) : (
        children
      )}
    </>
  )
}
