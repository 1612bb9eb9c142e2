import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { ClipIcon } from '../../ui/icons'
import { toPlaceholder } from '../../lib/message-variables'
import { toQuickLabel, type Suggestion } from './suggestions'
import { toOptionId, type QuickAnswersList } from './use-quick-answers'
import './quick-answers.css'

const Label = ({ suggestion }: { suggestion: Suggestion }) => {
  const { t } = useTranslation()
  if (suggestion.kind === 'variable')
    return (
      <>
        <b>{t(`variables.${suggestion.variable}`)}</b> <code>{toPlaceholder(suggestion.variable)}</code>
      </>
    )
  const { media } = suggestion.quickMessage
  return (
    <>
      {toQuickLabel(suggestion.quickMessage)}
      {media ? <ClipIcon className="quick-answers__clip" titleAccess={media.name} /> : null}
    </>
  )
}

/** Quick messages and variables above the composer; its field keeps the focus. */
export const QuickAnswers = ({
  list: { suggestions, active, listId, choose },
}: {
  list: QuickAnswersList
}) => {
  const { t } = useTranslation()
  const box = useRef<HTMLUListElement>(null)
  useEffect(() => {
    box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active, suggestions])
  if (suggestions.length === 0) return null
  return (
    <ul
      ref={box}
      id={listId}
      role="listbox"
      className="quick-answers"
      aria-label={t('variables.suggestions')}
    >
      {suggestions.map((suggestion, index) => (
        <li
          key={suggestion.kind === 'variable' ? suggestion.variable : suggestion.quickMessage.id}
          id={toOptionId(listId, index)}
          role="option"
          aria-selected={index === active}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(suggestion)}
        >
          <Label suggestion={suggestion} />
        </li>
      ))}
    </ul>
  )
}
