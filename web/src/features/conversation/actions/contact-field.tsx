import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { completePhone, type ContactView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { useSearchContactsQuery } from '../../../data/contacts.api'
import { formatPhone, isPhone } from '../../../lib/format-phone'
import { useDebounced } from '../../../lib/use-debounced'

const MIN_SEARCH = 3

type ContactOption = { kind: 'contact'; contact: ContactView } | { kind: 'new'; words: string }

const toOption = (contact: ContactView): ContactOption => ({ kind: 'contact', contact })
const readKey = (option: ContactOption) => (option.kind === 'contact' ? option.contact.id : 'new')

export interface ContactFieldProps {
  value: ContactView | null
  words: string
  error: string
  onWords: (words: string) => void
  /** The last option: to create a contact with this text. */
  onAdd: (words: string) => void
  onChange: (contact: ContactView | null) => void
}

/** Finds a contact by name or number, from three letters on. */
export const ContactField = ({ value, words, error, onWords, onAdd, onChange }: ContactFieldProps) => {
  const { t } = useTranslation('tickets')
  const searched = useDebounced(words.trim())
  const isSearching = searched.length >= MIN_SEARCH
  const { data: contacts = [], isFetching } = useSearchContactsQuery(searched, { skip: !isSearching })
  const isFresh = isSearching && !isFetching && searched === words.trim()
  const isKnown = contacts.some(({ number }) => number === completePhone(searched))
  const options: ContactOption[] = isSearching ? contacts.map(toOption) : []
  if (isFresh && !isKnown) options.push({ kind: 'new', words: searched })
  return (
    <Autocomplete
      autoHighlight
      options={options}
      value={value && toOption(value)}
      inputValue={words}
      loading={isFetching}
      filterOptions={(options) => options}
      getOptionLabel={(option) => (option.kind === 'contact' ? option.contact.name : option.words)}
      getOptionKey={readKey}
      isOptionEqualToValue={(option, chosen) => readKey(option) === readKey(chosen)}
      loadingText={t('transfer.searching')}
      noOptionsText={t('transfer.typeMore')}
      // A reset is MUI's own: no contact is chosen yet, the words stay.
      onInputChange={(_event, text, reason) => {
        if (reason !== 'reset') onWords(text)
      }}
      onChange={(_event, option) => {
        if (option?.kind === 'new') onAdd(option.words)
        else onChange(option?.contact ?? null)
      }}
      renderOption={({ key, ...item }, option) => (
        <li key={key} {...item}>
          {option.kind === 'contact' ? (
            <span className="two-lines">
              {option.contact.name}
              <small>{formatPhone(option.contact.number)}</small>
            </span>
          ) : (
            t('new.addContact', {
              name: isPhone(option.words) ? formatPhone(completePhone(option.words)) : option.words,
            })
          )}
        </li>
      )}
      renderInput={(field) => (
        <TextField
          {...field}
          autoFocus
          label={t('new.contact')}
          placeholder={t('new.searchContact')}
          error={error !== ''}
          helperText={error}
        />
      )}
    />
  )
}
