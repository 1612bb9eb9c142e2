import SwapHorizOutlined from '@mui/icons-material/SwapHorizOutlined'
import { parseNumberChange, type MessageView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { formatTime } from '../../../lib/format-date'
import { formatPhone } from '../../../lib/format-phone'

export interface NumberPillProps {
  message: Pick<MessageView, 'body' | 'createdAt'>
  /** Of the contact. */
  name: string
}

/** WhatsApp's notice that the customer has another number. */
export const NumberPill = ({ message, name }: NumberPillProps) => {
  const { t } = useTranslation('tickets')
  const { before, after } = parseNumberChange(message.body)
  const show = (number: string) => formatPhone(number) || t('contact.hiddenNumber').toLowerCase()
  return (
    <div className="call-pill call-pill--notice">
      <SwapHorizOutlined />
      {t('thread.changedNumber', {
        name: formatPhone(name),
        before: show(before),
        after: show(after),
        time: formatTime(new Date(message.createdAt)),
      })}
    </div>
  )
}
