import Popover from '@mui/material/Popover'
import Skeleton from '@mui/material/Skeleton'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'

import type { OpenMenu } from './message-menu'

const EmojiPicker = lazy(async () => ({
  default: (await import('../composer/emoji-picker')).EmojiPicker,
}))

export interface ReactionPickerProps {
  open: OpenMenu | null
  onPick: (emoji: string) => void
  onClose: () => void
}

/** Every emoji there is, for a reaction. */
export const ReactionPicker = ({ open, onPick, onClose }: ReactionPickerProps) => {
  const { t } = useTranslation('tickets')
  return (
    <Popover
      open={open !== null}
      anchorEl={open?.anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      slotProps={{ paper: { 'aria-label': t('reactions.more'), role: 'dialog' } }}
    >
      <Suspense fallback={<Skeleton variant="rectangular" width={352} height={400} />}>
        <EmojiPicker
          onPick={(emoji) => {
            onPick(emoji)
            onClose()
          }}
        />
      </Suspense>
    </Popover>
  )
}
