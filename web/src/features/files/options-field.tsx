import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { MAX_FILE_LIST_OPTIONS } from '@balcao/contracts'
import { useField } from 'formik'
import { useTranslation } from 'react-i18next'

import { checkUpload } from '../../lib/upload-limit'
import { FormText } from '../../ui/form-fields'
import { IconAction } from '../../ui/icon-action'
import { CheckIcon, ClipIcon, PlusIcon, TrashIcon } from '../../ui/icons'
import { useFilePicker } from '../../ui/use-file-picker'
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
  const { element, pick } = useFilePicker(([file]) => {
    if (file && checkUpload(file)) onPick(file)
  })
  const fileName = option.file?.name ?? option.stored?.name
  const number = index + 1
  return (
    <li className="file-option">
      <FormText name={`options.${index}.name`} label={t('fields.option', { number })} autoComplete="off" />
      {element}
      <div className="file-option__file">
        <Button
          size="small"
          variant="outlined"
          color="secondary"
          startIcon={<ClipIcon />}
          aria-label={t(fileName === undefined ? 'file.attachTo' : 'file.replaceOf', { number })}
          onClick={pick}
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
