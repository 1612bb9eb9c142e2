import PersonOutlined from '@mui/icons-material/PersonOutlined'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { IconAction } from '../../../ui/icon-action'
import type { SentContact } from '../outbox/outbox.slice'

const SendContactsDialog = lazy(async () => ({
  default: (await import('../actions/send-contacts-dialog')).SendContactsDialog,
}))

/** Opens the dialog in which the contacts are chosen whose cards are sent. */
export const ContactsButton = ({ onSend }: { onSend: (contacts: SentContact[]) => void }) => {
  const { t } = useTranslation('tickets')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconAction label={t('sendContacts.title')} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <PersonOutlined />
      </IconAction>
      {isOpen ? (
        <Suspense fallback={null}>
          <SendContactsDialog onSend={onSend} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
