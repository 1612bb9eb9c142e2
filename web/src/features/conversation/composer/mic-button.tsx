import MicNoneOutlined from '@mui/icons-material/MicNoneOutlined'
import type { PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'

/** A shorter press is a tap: recording continues, with its own buttons. */
const HOLD_MS = 700

export interface MicButtonProps {
  onStart: () => void
  /** A finger that held the button let go. */
  onRelease: () => void
}

/** Starts a voice note: by a press, or on a touch screen for as long as the finger stays. */
export const MicButton = ({ onStart, onRelease }: MicButtonProps) => {
  const { t } = useTranslation('tickets')
  const handleDown = ({ pointerType }: PointerEvent) => {
    if (pointerType !== 'touch') return
    const since = Date.now()
    onStart()
    // The button is unmounted by then.
    const handleUp = () => {
      if (Date.now() - since >= HOLD_MS) onRelease()
    }
    window.addEventListener('pointerup', handleUp, { once: true })
  }
  return (
    <button
      type="button"
      className="composer__send"
      aria-label={t('recorder.start')}
      onPointerDown={handleDown}
      onClick={onStart}
    >
      <MicNoneOutlined fontSize="small" />
    </button>
  )
}
