import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import type { ContactView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { formatPhone } from '../../../lib/format-phone'
import { renderOptionGroup } from '../../../ui/option-group'

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

export interface ChoicesFieldProps {
  label: string
  hint: string
  /** '' while nothing is wrong. */
  error: string
  offered: Choice[]
  chosen: Choice[]
  /** Most that may be chosen. */
  max: number
  words: string
  isLoading: boolean
  onWords: (words: string) => void
  onChange: (chosen: Choice[]) => void
}

/** Several conversations or contacts, found by what is typed; with a head above each kind when there are two. */
export const ChoicesField = (props: ChoicesFieldProps) => {
  const { label, hint, error, offered, chosen, max, words, isLoading, onWords, onChange } = props
  const { t } = useTranslation('tickets')
  const isGrouped = offered.some(({ kind }) => kind === 'ticket')
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      filterSelectedOptions
      options={offered}
      value={chosen}
      inputValue={words}
      loading={isLoading}
      groupBy={isGrouped ? ({ kind }) => t(`forward.group.${kind}`) : undefined}
      renderGroup={renderOptionGroup}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ kind, id }) => `${kind}-${id}`}
      getOptionDisabled={() => chosen.length >= max}
      filterOptions={(options) => options}
      isOptionEqualToValue={(option, other) => option.kind === other.kind && option.id === other.id}
      loadingText={t('transfer.searching')}
      noOptionsText={t('transfer.typeMore')}
      onInputChange={(_event, text) => onWords(text)}
      onChange={(_event, choices) => onChange(choices)}
      renderOption={({ key, ...option }, { name, detail }) => (
        <li key={key} {...option}>
          <span className="two-lines">
            {name}
            <small>{detail}</small>
          </span>
        </li>
      )}
      renderInput={(field) => (
        <TextField {...field} autoFocus label={label} error={error !== ''} helperText={error || hint} />
      )}
    />
  )
}
