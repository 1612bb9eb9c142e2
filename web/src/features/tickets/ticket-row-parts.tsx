import type { TicketView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { useAppSelector, useMe } from '../../data/hooks'
import { ColorChip } from '../../ui/color-chip'
import { Ack, toTicketAckState, selectDraft, selectSending } from '../conversation'
import { choosePreviewed, formatRowPreview } from './row-preview'

const MAX_TAGS = 2

/** The second line: what failed or is being written comes before the last message. */
export const Preview = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTranslation()
  const { t: words } = useTranslation('tickets')
  const me = useMe()
  const draft = useAppSelector((state) => selectDraft(state, ticket.id))
  const sending = useAppSelector((state) => selectSending(state, ticket.id))
  if (sending === 'failed') return <span className="ticket-row__failed">{words('list.failed')}</span>
  if (draft !== '')
    return (
      <span>
        <b className="ticket-row__draft">✏ {words('list.draft')}</b> {draft}
      </span>
    )
  const previewed = choosePreviewed(ticket)
  const { author, text } = formatRowPreview(previewed, me, t)
  return (
    <span>
      {previewed.lastMessageFromMe ? (
        <>
          <Ack state={sending === 'sending' ? 'sending' : toTicketAckState(ticket)} /> {author}{' '}
        </>
      ) : null}
      {text}
    </span>
  )
}

/** The names on the chips of a row. */
export const listChips = ({ queue, whatsapp, tags }: TicketView): string =>
  [queue, whatsapp, ...tags].flatMap((named) => named?.name ?? []).join(' · ')

/** The third line: queue, connection and two tags. */
export const Chips = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTranslation('tickets')
  const more = ticket.tags.length - MAX_TAGS
  return (
    <>
      <ColorChip color={ticket.queue?.color}>{ticket.queue?.name ?? t('list.noQueue')}</ColorChip>
      {ticket.whatsapp ? <ColorChip isConnection>{ticket.whatsapp.name}</ColorChip> : null}
      {ticket.tags.slice(0, MAX_TAGS).map((tag) => (
        <ColorChip key={tag.id} color={tag.color}>
          {tag.name}
        </ColorChip>
      ))}
      {more > 0 ? (
        <ColorChip
          title={ticket.tags
            .slice(MAX_TAGS)
            .map(({ name }) => name)
            .join(', ')}
        >
          +{more}
        </ColorChip>
      ) : null}
    </>
  )
}
