import { foldText, type TemplateView } from '@balcao/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { Combobox } from './combobox'

export interface TemplateChoiceProps {
  templates: readonly TemplateView[]
  chosen: TemplateView | null
  /** '' while nothing is wrong. */
  error: string
  disabled?: boolean
  autoFocus?: boolean
  onChange: (template: TemplateView | null) => void
}

const toLabel = ({ name, language }: TemplateView): string => `${name} (${language})`

const isFound = (words: string, { name, body, language }: TemplateView): boolean =>
  foldText(`${name} ${language} ${body}`).includes(foldText(words.trim()))

/** One of the templates, found by its name, language or words. */
export const TemplateChoice = ({ templates, chosen, ...props }: TemplateChoiceProps) => {
  const { t } = useTranslation()
  const [words, setWords] = useState('')
  const sought = chosen && words === toLabel(chosen) ? '' : words
  return (
    <Combobox
      {...props}
      autoHighlight
      openOnFocus
      label={t('templates.choose')}
      options={templates.filter((template) => isFound(sought, template))}
      value={chosen}
      inputValue={words}
      getOptionLabel={toLabel}
      getKey={({ id }) => id}
      noOptionsText={t('templates.notFound')}
      onInputChange={(_event, text) => setWords(text)}
      onChange={(_event, template) => props.onChange(template)}
    >
      {(template) => (
        <span className="two-lines">
          {toLabel(template)}
          <small>
            {t(`templates.category.${template.category}`)} · {template.body}
          </small>
        </span>
      )}
    </Combobox>
  )
}
