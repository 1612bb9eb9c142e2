import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useField } from 'formik'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useSearchContactsQuery } from '../../data/contacts.api'
import { formatPhone } from '../../lib/format-phone'
import { useDebounced } from '../../lib/use-debounced'
import type { ScheduleContact } from './schedule-form'

const MIN_SEARCH = 3

const useFound = (words: string) => {
  const searched = useDebounced(words.trim())
  const isSearching = searched.length >= MIN_SEARCH
  const { data = [], isFetching } = useSearchContactsQuery(searched, { skip: !isSearching })
  return { isSearching, isFetching, contacts: isSearching ? data : [] }
}

/** The contact of a schedule, found by name or number from three letters on. */
export const ContactField = ({ name }: { name: string }) => {
  const { t } = useTranslation('schedules')
  const [{ value }, meta, helpers] = useField<ScheduleContact | null>(name)
  const [words, setWords] = useState(value?.name ?? '')
  const { isSearching, isFetching, contacts } = useFound(words)
  const numbers = new Map(contacts.map(({ id, number }) => [id, number]))
  const error = meta.touched && meta.error ? meta.error : ''
  return (
    <Autocomplete<ScheduleContact>
      options={contacts.map(({ id, name: contactName }) => ({ id, name: contactName }))}
      value={value}
      inputValue={words}
      loading={isFetching}
      filterOptions={(options) => options}
      getOptionLabel={(contact) => contact.name}
      getOptionKey={(contact) => contact.id}
      isOptionEqualToValue={(option, chosen) => option.id === chosen.id}
      loadingText={t('searching')}
      noOptionsText={t(isSearching ? 'noContact' : 'typeMore')}
      onInputChange={(_event, text) => setWords(text)}
      onChange={(_event, contact) => void helpers.setValue(contact)}
      onBlur={() => void helpers.setTouched(true)}
      renderOption={({ key, ...option }, contact) => (
        <li key={key} {...option}>
          <span className="two-lines">
            {contact.name}
            <small>{formatPhone(numbers.get(contact.id) ?? '')}</small>
          </span>
        </li>
      )}
      renderInput={(field) => (
        <TextField
          {...field}
          required
          label={t('chooseContact')}
          placeholder={t('searchContact')}
          error={error !== ''}
          helperText={error}
        />
      )}
    />
  )
}
