import type { MessageView, ReactionView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

export interface ReactionsProps {
  message: MessageView
  contactName: string
  /** Puts our emoji, or takes it back with ''. Without it the pills are only shown. */
  onReact?: (emoji: string) => void
}

const useWho = (contactName: string) => {
  const { t } = useTranslation('tickets')
  return ({ mine, names }: ReactionView): string =>
    [...names.map((name) => name || contactName), ...(mine ? [t('thread.you')] : [])].join(', ')
}

/** The emojis people put to a message, below its bubble. Pressing one puts the same, or takes ours back. */
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
