import type { MessageView, ReactionView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

export interface ReactionsProps {
  message: MessageView
  contactName: string
  /** Sets our reaction; '' takes it back. Without it the reactions are read-only. */
  onReact?: (emoji: string) => void
}

const useWho = (contactName: string) => {
  const { t } = useTranslation('tickets')
  return ({ mine, names }: ReactionView): string =>
    [...names.map((name) => name || contactName), ...(mine ? [t('thread.you')] : [])].join(', ')
}

/** Reactions below a bubble. Pressing one adds ours, or takes it back. */
export const Reactions = ({ message, contactName, onReact }: ReactionsProps) => {
  const { t } = useTranslation('tickets')
  const who = useWho(contactName)
  if (message.reactions.length === 0) return null
  return (
    <ul className="reactions" aria-label={t('reactions.title')}>
      {message.reactions.map((reaction) => {
        const { emoji, count, mine } = reaction
        const label = t(count > 1 ? 'reactions.many' : 'reactions.of', {
          emoji,
          total: count,
          who: who(reaction),
        })
        const content = (
          <>
            <span aria-hidden="true">{emoji}</span>
            {count > 1 ? <span aria-hidden="true">{count}</span> : null}
          </>
        )
        return (
          <li key={emoji}>
            {onReact ? (
              <button
                type="button"
                className="reaction"
                aria-pressed={mine}
                aria-label={label}
                title={who(reaction)}
                onClick={() => onReact(mine ? '' : emoji)}
              >
                {content}
              </button>
            ) : (
              <span className="reaction" role="img" aria-label={label} title={who(reaction)}>
                {content}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
