import CloseOutlined from '@mui/icons-material/CloseOutlined'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import type { TicketView } from '@balcao/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import '../../data/contacts.live'
import { formatPhone } from '../../lib/format-phone'
import { useIsPhone } from '../../lib/use-media'
import { AvatarButton } from '../../ui/avatar-button'
import { ColorChip } from '../../ui/color-chip'
import { IconAction } from '../../ui/icon-action'
import { ContactDialog } from './contact-dialog'
import { Notes } from './notes'
import { PreviousTickets } from './previous-tickets'
import { TicketLog } from './ticket-log'
import './contact-panel.css'

export interface ContactPanelProps {
  ticket: TicketView
  isOpen: boolean
  /** Beside the conversation; otherwise an overlay. */
  isDocked: boolean
  onClose: () => void
}

const ContactData = ({ ticket, onEdit }: { ticket: TicketView; onEdit: () => void }) => {
  const { t } = useTranslation('tickets')
  const { contact, tags } = ticket
  return (
    <>
      <AvatarButton name={contact.name} url={contact.profilePicUrl} size={76} />
      <h2 className="panel__name">{formatPhone(contact.name)}</h2>
      <p className="panel__number">
        {contact.isGroup ? t('contact.group') : formatPhone(contact.number) || t('contact.hiddenNumber')}
      </p>
      {contact.email ? <p className="panel__number">{contact.email}</p> : null}
      <Button variant="outlined" onClick={onEdit} sx={{ mt: 3, height: 34, minHeight: 34 }}>
        {t('contact.edit')}
      </Button>
      {contact.extraInfo.length > 0 ? (
        <section>
          <h3>{t('contact.extraInfo')}</h3>
          <dl className="panel__pairs">
            {contact.extraInfo.map(({ id, name, value }) => (
              <div key={id ?? name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ) : null}
      {tags.length > 0 ? (
        <section>
          <h3>{t('tags.title')}</h3>
          <div className="panel__tags">
            {tags.map((tag) => (
              <ColorChip key={tag.id} color={tag.color}>
                {tag.name}
              </ColorChip>
            ))}
          </div>
        </section>
      ) : null}
    </>
  )
}

/** The contact of the open ticket: details, notes, schedules, previous tickets. */
export const ContactPanel = ({ ticket, isOpen, isDocked, onClose }: ContactPanelProps) => {
  const { t } = useTranslation('tickets')
  const { t: common } = useTranslation()
  const isPhone = useIsPhone()
  const [isEditing, setEditing] = useState(false)
  const content = (
    <aside className="panel" aria-label={t('contact.title')}>
      <div className="panel__close">
        <IconAction label={common('actions.close')} onClick={onClose} size="small">
          <CloseOutlined fontSize="small" />
        </IconAction>
      </div>
      <ContactData ticket={ticket} onEdit={() => setEditing(true)} />
      <Notes ticket={ticket} />
      <PreviousTickets ticket={ticket} />
      <TicketLog key={ticket.id} ticket={ticket} />
    </aside>
  )
  return (
    <>
      {isDocked ? (
        isOpen ? (
          <div className="panel-dock" onKeyDown={({ key }) => key === 'Escape' && onClose()}>
            {content}
          </div>
        ) : null
      ) : (
        <Drawer
          anchor="right"
          open={isOpen}
          onClose={onClose}
          slotProps={{
            paper: {
              role: 'dialog',
              'aria-label': t('contact.title'),
              sx: { width: isPhone ? '100%' : 320, borderRadius: 0, background: 'var(--surface)' },
            },
          }}
        >
          {content}
        </Drawer>
      )}
      {isEditing ? <ContactDialog contact={ticket.contact} onClose={() => setEditing(false)} /> : null}
    </>
  )
}
