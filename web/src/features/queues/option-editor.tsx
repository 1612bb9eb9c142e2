import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'

import type { OptionDraft } from './option-tree'

export interface OptionEditorProps {
  draft: OptionDraft
  busy: boolean
  onChange: (draft: OptionDraft) => void
  onSave: () => void
  onCancel: () => void
}

/** Title and message of one option, in its place in the tree. Enter in the title saves, Esc cancels. */
export const OptionEditor = ({ draft, busy, onChange, onSave, onCancel }: OptionEditorProps) => {
  const { t } = useTranslation('queues')
  const { t: common } = useTranslation()
  const handleTitleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Not a submit of the dialog.
    event.preventDefault()
    onSave()
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // The dialog stays open.
    event.stopPropagation()
    onCancel()
  }
  return (
    <div className="option-editor" onKeyDown={handleKey}>
      <TextField
        size="small"
        label={t('options.title')}
        value={draft.title}
        autoFocus
        required
        onChange={({ target }) => onChange({ ...draft, title: target.value })}
        onKeyDown={handleTitleKey}
        slotProps={{ htmlInput: { maxLength: 100, autoComplete: 'off' } }}
      />
      <TextField
        size="small"
        label={t('options.message')}
        helperText={t('options.messageHint')}
        value={draft.message}
        multiline
        minRows={2}
        maxRows={6}
        onChange={({ target }) => onChange({ ...draft, message: target.value })}
        slotProps={{ htmlInput: { maxLength: 4096 } }}
      />
      <div className="option-editor__actions">
        <Button size="small" color="secondary" onClick={onCancel} disabled={busy}>
          {common('actions.cancel')}
        </Button>
        <Button
          size="small"
          variant="contained"
          loading={busy}
          disabled={draft.title.trim() === ''}
          onClick={onSave}
        >
          {t('options.save')}
        </Button>
      </div>
    </div>
  )
}
