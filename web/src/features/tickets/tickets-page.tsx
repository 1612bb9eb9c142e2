import { useEffect, useState, type CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router-dom'

import '../../data/messages.live'
import { useIsNarrow } from '../../lib/use-media'
import { ErrorBoundary } from '../../ui/error-boundary'
import { TicketChat, useTicketActions } from '../conversation'
import { ListResizer } from './list-resizer'
import { Placeholder } from './placeholder'
import { TicketManager } from './ticket-manager'
import { useListWidth } from './use-list-width'
import './tickets-page.css'

type Pane = 'ticket' | 'list'

const BottomTabs = ({ pane, onChange }: { pane: Pane; onChange: (pane: Pane) => void }) => {
  const { t } = useTranslation('tickets')
  return (
    <nav className="bottom-tabs" aria-label={t('manager.panes')}>
      {(['ticket', 'list'] as const).map((value) => (
        <button
          key={value}
          type="button"
          aria-current={pane === value ? 'true' : undefined}
          onClick={() => onChange(value)}
        >
          {t(`manager.pane.${value}`)}
        </button>
      ))}
    </nav>
  )
}

/** /tickets and /tickets/{uuid}. */
export const TicketsPage = () => {
  const { t } = useTranslation('tickets')
  const { uuid } = useParams()
  const navigate = useNavigate()
  const isNarrow = useIsNarrow()
  const moves = useTicketActions()
  const [width, setWidth] = useListWidth()
  const [pane, setPane] = useState<Pane>(uuid ? 'ticket' : 'list')

  // Opening a row shows it; leaving a ticket shows the list where it was.
  useEffect(() => setPane(uuid ? 'ticket' : 'list'), [uuid])

  const hides = (value: Pane) => isNarrow && pane !== value
  return (
    <div
      className="tickets-page"
      data-pane={isNarrow ? pane : undefined}
      style={{ '--list-width': width && `${width}px` } as CSSProperties}
    >
      <h1 className="visually-hidden">{t('manager.title')}</h1>
      <div className="tickets-page__list" inert={hides('list')}>
        <ErrorBoundary>
          <TicketManager selectedUuid={uuid} moves={moves} />
        </ErrorBoundary>
        {isNarrow ? null : <ListResizer width={width} onChange={setWidth} />}
      </div>
      <div className="tickets-page__chat" inert={hides('ticket')}>
        <ErrorBoundary resetKey={uuid}>
          {uuid ? <TicketChat uuid={uuid} onBack={() => void navigate('/tickets')} /> : <Placeholder />}
        </ErrorBoundary>
      </div>
      {isNarrow && !(uuid && pane === 'ticket') ? <BottomTabs pane={pane} onChange={setPane} /> : null}
    </div>
  )
}
