import { useField } from 'formik'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useFoundContacts } from '../../data/found-contacts'
import { formatPhone } from '../../lib/format-phone'
import { Combobox } from '../../ui/combobox'
import type { ScheduleContact } from './schedule-form'

/** The contact of a schedule, found by name or number from three letters on. */
export const ContactField = ({ name }: { name: string }) => {
  const { t } = useTranslation('schedules')
  const [{ value }, meta, helpers] = useField<ScheduleContact | null>(name)
  const [words, setWords] = useState(value?.name ?? '')
  const { isSearching, isFetching, contacts } = useFoundContacts(words)
  const numbers = new Map(contacts.map(({ id, number }) => [id, number]))
  return (
    <Combobox<ScheduleContact>
      required
      label={t('chooseContact')}
      placeholder={t('searchContact')}
      error={meta.touched && meta.error ? meta.error : ''}
      options={contacts.map((contact) => ({ id: contact.id, name: contact.name }))}
      value={value}
      inputValue={words}
      loading={isFetching}
      getOptionLabel={(contact) => contact.name}
      getKey={(contact) => contact.id}
      loadingText={t('searching')}
      noOptionsText={t(isSearching ? 'noContact' : 'typeMore')}
      onInputChange={(_event, text) => setWords(text)}
      onChange={(_event, contact) => void helpers.setValue(contact)}
      onBlur={() => void helpers.setTouched(true)}
    >
      {(contact) => (
        <span className="two-lines">
          {contact.name}
          <small>{formatPhone(numbers.get(contact.id) ?? '')}</small>
        </span>
      )}
    </Combobox>
  )
}
