import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import type { ContactView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { useSearchContactsQuery } from '../../../data/contacts.api'
import { formatPhone } from '../../../lib/format-phone'
import { useDebounced } from '../../../lib/use-debounced'

const MIN_SEARCH = 3

export interface ContactFieldProps {
  value: ContactView | null
  words: string
  error: string
  onWords: (words: string) => void
  /** No contact matches: offers to create one with this text. */
  onAdd: () => void
  onChange: (contact: ContactView | null) => void
}

/** Finds a contact by name or number, from three letters on. */
export const ContactField = ({ value, words, error, onWords, onAdd, onChange }: ContactFieldProps) => {
  const { t } = useTranslation('tickets')
  const searched = useDebounced(words.trim())
  const isSearching = searched.length >= MIN_SEARCH
  const { data: contacts = [], isFetching } = useSearchContactsQuery(searched, { skip: !isSearching })
  const addButton = (
    <button
      type="button"
      className="link-button"
      onMouseDown={(event) => event.preventDefault()}
      onClick={onAdd}
    >
      {t('new.addContact', { name: words.trim() })}
    </button>
  )
  return (
    <Autocomplete
      options={isSearching ? contacts : []}
      value={value}
      inputValue={words}
      loading={isFetching}
      filterOptions={(options) => options}
      getOptionLabel={(contact) => contact.name}
      getOptionKey={(contact) => contact.id}
      isOptionEqualToValue={(option, chosen) => option.id === chosen.id}
      loadingText={t('transfer.searching')}
      noOptionsText={isSearching ? addButton : t('transfer.typeMore')}
      onInputChange={(_event, text) => onWords(text)}
      onChange={(_event, contact) => onChange(contact)}
      renderOption={({ key, ...option }, contact) => (
        <li key={key} {...option}>
          <span className="two-lines">
            {contact.name}
            <small>{formatPhone(contact.number)}</small>
          </span>
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
