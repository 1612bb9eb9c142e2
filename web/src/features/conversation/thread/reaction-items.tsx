import AddReactionOutlined from '@mui/icons-material/AddReactionOutlined'
import MenuItem from '@mui/material/MenuItem'
import type { MessageView } from '@balcao/contracts'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

/** WhatsApp's own six. */
const USUAL = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const

/* The menu handles the up and down keys; a row also needs left and right. */
const moveSideways = (event: KeyboardEvent<HTMLElement>) => {
  const { currentTarget } = event
  const next =
    event.key === 'ArrowRight'
      ? currentTarget.nextElementSibling
      : event.key === 'ArrowLeft'
        ? currentTarget.previousElementSibling
        : null
  if (!(next instanceof HTMLElement) || !next.classList.contains('message-menu__emoji')) return
  event.preventDefault()
  next.focus()
}

export const findOurReaction = (message: MessageView): string =>
  message.reactions.find(({ mine }) => mine)?.emoji ?? ''

export interface ReactionItemsOptions {
  message: MessageView
  onReact: (emoji: string) => void
  onMore: () => void
}

/** The first row of a message's menu. An array, as a menu wants its items. */
export const useReactionItems = () => {
  const { t } = useTranslation('tickets')
  return ({ message, onReact, onMore }: ReactionItemsOptions) => {
    const ours = findOurReaction(message)
    return [
      ...USUAL.map((emoji) => (
        <MenuItem
          key={emoji}
          className="message-menu__emoji"
          role="menuitemradio"
          aria-checked={emoji === ours}
          selected={emoji === ours}
          aria-label={t('reactions.with', { emoji })}
          onKeyDown={moveSideways}
          onClick={() => onReact(emoji === ours ? '' : emoji)}
        >
          {emoji}
        </MenuItem>
      )),
      <MenuItem
        key="more"
        className="message-menu__emoji"
        aria-label={t('reactions.more')}
        onKeyDown={moveSideways}
        onClick={onMore}
      >
        <AddReactionOutlined fontSize="small" />
      </MenuItem>,
    ]
  }
}
