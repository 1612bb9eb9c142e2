import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { MAX_FILE_LIST_OPTIONS } from '@balcao/contracts'
import { useField } from 'formik'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { FormText } from '../../ui/form-fields'
import { IconAction } from '../../ui/icon-action'
import { CheckIcon, ClipIcon, PlusIcon, TrashIcon } from '../../ui/icons'
import { newOption, type OptionValues } from './file-list.form'
import type { UploadState } from './use-save-file-list'
import './options-field.css'

interface OptionRowProps {
  index: number
  option: OptionValues
  state: UploadState | undefined
  onPick: (file: File) => void
  onRemove: () => void
}

const OptionRow = ({ index, option, state, onPick, onRemove }: OptionRowProps) => {
  const { t } = useTranslation('files')
  const input = useRef<HTMLInputElement>(null)
  const fileName = option.file?.name ?? option.stored?.name
  const number = index + 1
  return (
    <li className="file-option">
      <FormText name={`options.${index}.name`} label={t('fields.option', { number })} autoComplete="off" />
      <input
        ref={input}
        type="file"
        hidden
        aria-hidden="true"
        tabIndex={-1}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) onPick(file)
        }}
      />
      <div className="file-option__file">
        <Button
          size="small"
          variant="outlined"
          color="secondary"
          startIcon={<ClipIcon />}
          aria-label={t(fileName === undefined ? 'file.attachTo' : 'file.replaceOf', { number })}
          onClick={() => input.current?.click()}
        >
          {t(fileName === undefined ? 'file.attach' : 'file.replace')}
        </Button>
        <span className="file-option__name">{fileName}</span>
        {state === 'sending' ? <CircularProgress size={16} aria-label={t('file.sending')} /> : null}
        {state === 'done' ? <CheckIcon fontSize="small" titleAccess={t('file.sent')} /> : null}
        <IconAction label={t('file.removeOption', { number })} onClick={onRemove}>
          <TrashIcon />
        </IconAction>
      </div>
    </li>
  )
}

/** The options of a list in the order in which they are sent, bound to formik as `options`. */
export const OptionsField = ({ states }: { states: ReadonlyMap<string, UploadState> }) => {
  const { t } = useTranslation('files')
  const [{ value: options }, , helpers] = useField<OptionValues[]>('options')
  const change = (next: OptionValues[]) => void helpers.setValue(next)
  return (
    <fieldset className="file-options">
      <legend>{t('fields.options')}</legend>
      <ol>
        {options.map((option, index) => (
          <OptionRow
            key={option.key}
            index={index}
            option={option}
            state={states.get(option.key)}
            onPick={(file) =>
              change(options.map((other) => (other.key === option.key ? { ...other, file } : other)))
            }
            onRemove={() => change(options.filter(({ key }) => key !== option.key))}
          />
        ))}
      </ol>
      <Button
        startIcon={<PlusIcon />}
        color="secondary"
        disabled={options.length >= MAX_FILE_LIST_OPTIONS}
        onClick={() => change([...options, newOption()])}
      >
        {t('addOption')}
      </Button>
    </fieldset>
  )
}
