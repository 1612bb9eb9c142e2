import AvTimerOutlined from '@mui/icons-material/AvTimerOutlined'
import LooksOneOutlined from '@mui/icons-material/LooksOneOutlined'
import ShortcutOutlined from '@mui/icons-material/ShortcutOutlined'
import type { MessageMark } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

const icons: Record<MessageMark, typeof ShortcutOutlined> = {
  forwarded: ShortcutOutlined,
  viewOnce: LooksOneOutlined,
  ephemeral: AvTimerOutlined,
}

/** WhatsApp's labels above a bubble: forwarded, view once, disappearing. */
export const Marks = ({ marks }: { marks: readonly MessageMark[] }) => {
  const { t } = useTranslation('tickets')
  if (marks.length === 0) return null
  return (
    <p className="bubble__marks">
      {marks.map((mark) => {
        const Icon = icons[mark]
        return (
          <span key={mark}>
            <Icon fontSize="inherit" aria-hidden="true" /> {t(`marks.${mark}`)}
          </span>
        )
      })}
    </p>
  )
}
