import MoodOutlined from '@mui/icons-material/SentimentSatisfiedOutlined'
import Popover from '@mui/material/Popover'
import Skeleton from '@mui/material/Skeleton'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { IconAction } from '../../../ui/icon-action'

const EmojiPicker = lazy(async () => ({ default: (await import('./emoji-picker')).EmojiPicker }))

export interface EmojiButtonProps {
  onPick: (emoji: string) => void
  onClosed: () => void
}

/** Inserts at the caret; with Shift the picker stays open. Its code and words load when first opened. */
export const EmojiButton = ({ onPick, onClosed }: EmojiButtonProps) => {
  const { t } = useTranslation('tickets')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconAction
        label={t('composer.emoji')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoodOutlined />
      </IconAction>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
        transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          transition: { onExited: onClosed },
          paper: { 'aria-label': t('composer.emoji'), role: 'dialog' },
        }}
      >
        <Suspense fallback={<Skeleton variant="rectangular" width={352} height={400} />}>
          <EmojiPicker
            onPick={(emoji, keepOpen) => {
              onPick(emoji)
              if (!keepOpen) setAnchor(null)
            }}
          />
        </Suspense>
      </Popover>
    </>
  )
}
