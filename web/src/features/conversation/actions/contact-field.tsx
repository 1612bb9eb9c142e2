import { completePhone, type ContactView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { useFoundContacts } from '../../../data/found-contacts'
import { formatPhone, isPhone } from '../../../lib/format-phone'
import { Combobox } from '../../../ui/combobox'

type ContactOption = { kind: 'contact'; contact: ContactView } | { kind: 'new'; words: string }

const toOption = (contact: ContactView): ContactOption => ({ kind: 'contact', contact })

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
const NewContact = ({ words }: { words: string }) => {
  const { t } = useTranslation('tickets')
  return t('new.addContact', { name: isPhone(words) ? formatPhone(completePhone(words)) : words })
}

/** Finds a contact by name or number, from three letters on. */
export const ContactField = ({ value, words, error, onWords, onAdd, onChange }: ContactFieldProps) => {
  const { t } = useTranslation('tickets')
  const { contacts, isSearching, isFetching, searched } = useFoundContacts(words)
  const isFresh = isSearching && !isFetching && searched === words.trim()
  const isKnown = contacts.some(({ number }) => number === completePhone(searched))
  const options: ContactOption[] = contacts.map(toOption)
  if (isFresh && !isKnown) options.push({ kind: 'new', words: searched })
  return (
    <Combobox
      autoFocus
      autoHighlight
      label={t('new.contact')}
      placeholder={t('new.searchContact')}
      error={error}
      options={options}
      value={value && toOption(value)}
      inputValue={words}
      loading={isFetching}
      getOptionLabel={(option) => (option.kind === 'contact' ? option.contact.name : option.words)}
      getKey={(option) => (option.kind === 'contact' ? option.contact.id : 'new')}
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
    >
      {(option) =>
        option.kind === 'contact' ? (
          <span className="two-lines">
            {option.contact.name}
            <small>{formatPhone(option.contact.number)}</small>
          </span>
        ) : (
          <NewContact words={option.words} />
        )
      }
    </Combobox>
  )
}
