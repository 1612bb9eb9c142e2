import type { ContactMergeView, ContactView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import {
  useListContactMergesQuery,
  useMergeContactMutation,
  useUnmergeContactMutation,
  type ContactPair,
} from '../../data/contacts.api'
import { useFoundContacts } from '../../data/found-contacts'
import { showError } from '../../lib/error-toast'
import { formatDayTime } from '../../lib/format-date'
import { formatPhone } from '../../lib/format-phone'
import { toast } from '../../lib/toast'
import { Combobox } from '../../ui/combobox'

interface OtherFieldProps {
  kept: ContactView
  error: string
  onChange: (contact: ContactView | null) => void
}

const OtherField = ({ kept, error, onChange }: OtherFieldProps) => {
  const { t } = useTranslation('contacts')
  const [words, setWords] = useState('')
  const { contacts, isSearching, isFetching } = useFoundContacts(words)
  return (
    <Combobox
      autoFocus
      label={t('merge.field')}
      placeholder={t('merge.placeholder')}
      error={error}
      options={contacts.filter(({ id, isGroup }) => id !== kept.id && !isGroup)}
      loading={isFetching}
      getOptionLabel={(contact) => contact.name}
      getKey={(contact) => contact.id}
      noOptionsText={t(isSearching ? 'merge.none' : 'merge.typeMore')}
      onInputChange={(_event, text) => setWords(text)}
      onChange={(_event, contact) => onChange(contact)}
    >
      {(contact) => (
        <span className="merge-lines">
          {contact.name}
          <small>{formatPhone(contact.number)}</small>
        </span>
      )}
    </Combobox>
  )
}

const useUndo = () => {
  const { t } = useTranslation('contacts')
  const [unmerge, { isLoading }] = useUnmergeContactMutation()
  const undo = async (pair: ContactPair) => {
    const { error } = await unmerge(pair)
    if (error) showError(error)
    else toast.success(t('merge.undone'))
  }
  return { undo, isUndoing: isLoading }
}

const RecentMerges = ({ kept, merges }: { kept: ContactView; merges: ContactMergeView[] }) => {
  const { t } = useTranslation('contacts')
  const { undo, isUndoing } = useUndo()
  return (
    <section className="merges">
      <h3>{t('merge.recent')}</h3>
      <ul>
        {merges.map((merge) => (
          <li key={merge.contactId}>
            <span className="merge-lines">
              {merge.name}
              <small>
                {[formatPhone(merge.number), formatDayTime(new Date(merge.mergedAt))]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
            <Button
              size="small"
              disabled={isUndoing}
              aria-label={`${t('merge.undo')}: ${merge.name}`}
              onClick={() => void undo({ kept: kept.id, merged: merge.contactId })}
            >
              {t('merge.undo')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Makes one contact of two of the same person, and lists the merges that may still be undone. */
export const MergeDialog = ({ contact, onClose }: { contact: ContactView; onClose: () => void }) => {
  const { t } = useTranslation('contacts')
  const { t: common } = useTranslation()
  const id = useId()
  const [other, setOther] = useState<ContactView | null>(null)
  const [error, setError] = useState('')
  const [merge, { isLoading }] = useMergeContactMutation()
  const { undo } = useUndo()
  const { data: merges = [] } = useListContactMergesQuery(contact.id, { refetchOnMountOrArgChange: true })
  const handleMerge = async () => {
    if (!other) return setError(t('merge.required'))
    const pair = { kept: contact.id, merged: other.id }
    const { error: failure } = await merge(pair)
    if (failure) return showError(failure)
    const action = { label: t('merge.undo'), onClick: () => void undo(pair) }
    toast.success(t('merge.done'), { action, durationMs: 8_000 })
    onClose()
  }
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={isLoading ? undefined : onClose} aria-labelledby={id}>
      <DialogTitle id={id}>{t('merge.title', { name: contact.name })}</DialogTitle>
      <DialogContent className="merge-form">
        <p>{t('merge.text', { name: contact.name })}</p>
        <OtherField
          kept={contact}
          error={error}
          onChange={(chosen) => {
            setOther(chosen)
            setError('')
          }}
        />
        {merges.length > 0 ? <RecentMerges kept={contact} merges={merges} /> : null}
      </DialogContent>
      <DialogActions>
        <Button color="secondary" disabled={isLoading} onClick={onClose}>
          {common('actions.cancel')}
        </Button>
        <Button variant="contained" loading={isLoading} onClick={() => void handleMerge()}>
          {t('merge.submit')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
