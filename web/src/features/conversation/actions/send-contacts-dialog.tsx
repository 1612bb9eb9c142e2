import { MAX_SENT_CONTACTS, type ContactView } from '@balcao/contracts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useFoundContacts } from '../../../data/found-contacts'
import { FormDialog } from '../../../ui/form-dialog'
import { useFormDialog } from '../../../ui/use-form-dialog'
import type { SentContact } from '../outbox/outbox.slice'
import { ChoicesField, toContactChoice, type Choice } from './choices-field'

export interface SendContactsDialogProps {
  onSend: (contacts: SentContact[]) => void
  onClose: () => void
}

/* Groups have no number that a phone could call. */
const hasNumber = ({ isGroup, number }: ContactView): boolean => !isGroup && number !== ''

/** "Enviar contatos": whose cards go into the conversation, in the order in which they are chosen. */
export const SendContactsDialog = ({ onSend, onClose }: SendContactsDialogProps) => {
  const { t } = useTranslation('tickets')
  const [words, setWords] = useState('')
  const { contacts, isFetching } = useFoundContacts(words)
  // Chosen ones, too: the words change after a choice.
  const numbers = useRef(new Map<number, string>())
  const form = useFormDialog<{ chosen: Choice[] }>({
    initialValues: useRef<{ chosen: Choice[] }>({ chosen: [] }).current,
    check: ({ chosen }) => (chosen.length === 0 ? { chosen: t('sendContacts.chooseOne') } : {}),
    save: ({ chosen }) => {
      onSend(chosen.map(({ id, name }) => ({ id, name, number: numbers.current.get(id) ?? '' })))
      return Promise.resolve()
    },
    onSaved: onClose,
  })
  const offered = contacts.filter(hasNumber)
  const handleChange = (chosen: Choice[]) => {
    for (const { id, number } of offered) numbers.current.set(id, number)
    void form.setFieldValue('chosen', chosen)
  }
  return (
    <FormDialog
      open
      title={t('sendContacts.title')}
      form={form}
      submitLabel={t('sendContacts.submit')}
      onClose={onClose}
    >
      <ChoicesField
        label={t('sendContacts.who')}
        hint={t('sendContacts.hint', { count: MAX_SENT_CONTACTS })}
        error={form.submitCount > 0 && form.errors.chosen !== undefined ? t('sendContacts.chooseOne') : ''}
        offered={offered.map(toContactChoice)}
        chosen={form.values.chosen}
        max={MAX_SENT_CONTACTS}
        words={words}
        isLoading={isFetching}
        onWords={setWords}
        onChange={handleChange}
      />
    </FormDialog>
  )
}
