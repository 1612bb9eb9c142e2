import CheckBoxOutlineBlankOutlined from '@mui/icons-material/CheckBoxOutlineBlankOutlined'
import CheckBoxOutlined from '@mui/icons-material/CheckBoxOutlined'
import CloseOutlined from '@mui/icons-material/CloseOutlined'
import TextField from '@mui/material/TextField'
import type { ContactView } from '@balcao/contracts'
import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { formatPhone } from '../../../lib/format-phone'
import '../../../ui/option-group.css'
import './choices-field.css'

/** A conversation or a contact, as it is offered. */
export interface Choice {
  kind: 'ticket' | 'contact'
  id: number
  name: string
  /** The second line. */
  detail: string
}

export const toContactChoice = ({ id, name, number }: ContactView): Choice => ({
  kind: 'contact',
  id,
  name,
  detail: formatPhone(number),
})

const keyOf = ({ kind, id }: Choice): string => `${kind}-${id}`

export interface ChoicesFieldProps {
  label: string
  hint: string
  /** '' while nothing is wrong. */
  error: string
  /** Those of one kind stand together. */
  offered: Choice[]
  chosen: Choice[]
  /** Most that may be chosen. */
  max: number
  words: string
  isLoading: boolean
  onWords: (words: string) => void
  onChange: (chosen: Choice[]) => void
}

interface OptionProps {
  id: string
  choice: Choice
  isActive: boolean
  isChosen: boolean
  isDisabled: boolean
  onToggle: () => void
}

const Option = ({ id, choice, isActive, isChosen, isDisabled, onToggle }: OptionProps) => (
  <div
    id={id}
    className="choices__option"
    role="option"
    aria-selected={isChosen}
    aria-disabled={isDisabled || undefined}
    data-active={isActive || undefined}
    // The field keeps the focus.
    onMouseDown={(event) => event.preventDefault()}
    onClick={onToggle}
  >
    {isChosen ? <CheckBoxOutlined fontSize="small" /> : <CheckBoxOutlineBlankOutlined fontSize="small" />}
    <span className="two-lines">
      {choice.name}
      <small>{choice.detail}</small>
    </span>
  </div>
)

interface OptionGroupProps {
  kind: Choice['kind']
  isNameShown: boolean
  children: ReactNode
}

const OptionGroup = ({ kind, isNameShown, children }: OptionGroupProps) => {
  const { t } = useTranslation('tickets')
  const name = t(`forward.group.${kind}`)
  return (
    <div role="group" aria-label={name}>
      {isNameShown ? (
        <div className="option-group__name" aria-hidden>
          {name}
        </div>
      ) : null}
      {children}
    </div>
  )
}

interface ChosenChipsProps {
  chosen: Choice[]
  onRemove: (choice: Choice) => void
}

const ChosenChips = ({ chosen, onRemove }: ChosenChipsProps) => {
  const { t } = useTranslation('tickets')
  return (
    <ul className="choices__chosen" aria-label={t('choices.chosen')}>
      {chosen.map((choice) => (
        <li key={keyOf(choice)}>
          <button
            type="button"
            className="choices__chip"
            aria-label={t('choices.remove', { name: choice.name })}
            onClick={() => onRemove(choice)}
          >
            <span>{choice.name}</span>
            <CloseOutlined fontSize="inherit" />
          </button>
        </li>
      ))}
    </ul>
  )
}

/* The row that arrows chose, until it is no longer offered. */
function useActiveRow(offered: readonly Choice[]) {
  const [key, setKey] = useState<string | null>(null)
  const at = offered.findIndex((choice) => keyOf(choice) === key)
  const move = (step: 1 | -1) => {
    const next = offered[at === -1 && step === -1 ? offered.length - 1 : at + step]
    setKey(next ? keyOf(next) : null)
  }
  return { active: offered[at], move }
}

/**
 * Several conversations or contacts: a search, and below it a list in which each is ticked, by mouse, or with arrows and Enter.
 * The chosen ones stand between them, whatever is searched for next.
 */
export const ChoicesField = (props: ChoicesFieldProps) => {
  const { label, hint, error, offered, chosen, max, words, isLoading, onWords, onChange } = props
  const { t } = useTranslation('tickets')
  const id = useId()
  const { active, move } = useActiveRow(offered)
  const chosenKeys = new Set(chosen.map(keyOf))
  const isFull = chosen.length >= max
  const hasOffer = offered.length > 0
  const optionId = (choice: Choice) => `${id}-${keyOf(choice)}`
  const activeId = active && optionId(active)

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const remove = (choice: Choice) => onChange(chosen.filter((one) => keyOf(one) !== keyOf(choice)))
  const toggle = (choice: Choice) => {
    if (chosenKeys.has(keyOf(choice))) remove(choice)
    else if (!isFull) onChange([...chosen, choice])
  }
  const handleKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined
    if (step !== undefined) {
      event.preventDefault()
      move(step)
    } else if (event.key === 'Enter' && active) {
      // Without a row, Enter sends the form.
      event.preventDefault()
      toggle(active)
    } else if (event.key === 'Backspace' && words === '' && chosen.length > 0) onChange(chosen.slice(0, -1))
  }

  const kinds = (['ticket', 'contact'] as const).filter((kind) => offered.some((one) => one.kind === kind))
  return (
    <div className="choices">
      <TextField
        autoFocus
        label={label}
        value={words}
        error={error !== ''}
        helperText={error || hint}
        onChange={(event) => onWords(event.target.value)}
        onKeyDown={handleKey}
        slotProps={{
          htmlInput: {
            role: 'combobox',
            autoComplete: 'off',
            'aria-autocomplete': 'list',
            'aria-expanded': hasOffer,
            'aria-controls': hasOffer ? `${id}-list` : undefined,
            'aria-activedescendant': activeId,
          },
        }}
      />
      {chosen.length > 0 ? <ChosenChips chosen={chosen} onRemove={remove} /> : null}
      <div
        className="choices__list"
        // A listbox without options is none.
        {...(hasOffer && {
          id: `${id}-list`,
          role: 'listbox',
          'aria-label': label,
          'aria-multiselectable': true,
          'aria-busy': isLoading,
        })}
      >
        {kinds.map((kind) => (
          <OptionGroup key={kind} kind={kind} isNameShown={kinds.includes('ticket')}>
            {offered
              .filter((choice) => choice.kind === kind)
              .map((choice) => (
                <Option
                  key={keyOf(choice)}
                  id={optionId(choice)}
                  choice={choice}
                  isActive={choice === active}
                  isChosen={chosenKeys.has(keyOf(choice))}
                  isDisabled={isFull && !chosenKeys.has(keyOf(choice))}
                  onToggle={() => toggle(choice)}
                />
              ))}
          </OptionGroup>
        ))}
        {hasOffer ? null : (
          <p className="choices__none" role="status">
            {t(isLoading ? 'transfer.searching' : 'transfer.typeMore')}
          </p>
        )}
      </div>
    </div>
  )
}
