import AvTimerOutlined from '@mui/icons-material/AvTimerOutlined'
import CampaignOutlined from '@mui/icons-material/CampaignOutlined'
import LooksOneOutlined from '@mui/icons-material/LooksOneOutlined'
import ShortcutOutlined from '@mui/icons-material/ShortcutOutlined'
import type { MessageMark } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import type { Bubble } from './thread-rows'

const icons: Record<MessageMark, typeof ShortcutOutlined> = {
  forwarded: ShortcutOutlined,
  viewOnce: LooksOneOutlined,
  ephemeral: AvTimerOutlined,
  campaign: CampaignOutlined,
}

/** Labels above a bubble: forwarded, view once, disappearing as on WhatsApp; the campaign that sent it, by its name. */
export const Marks = ({ message: { marks, senderName } }: Pick<Bubble, 'message'>) => {
  const { t } = useTranslation('tickets')
  if (marks.length === 0) return null
  return (
    <p className="bubble__marks">
      {marks.map((mark) => {
        const Icon = icons[mark]
        return (
          <span key={mark}>
            <Icon fontSize="inherit" aria-hidden="true" /> {t(`marks.${mark}`)}
            {mark === 'campaign' && senderName !== '' ? `: ${senderName}` : null}
          </span>
        )
      })}
    </p>
  )
}
