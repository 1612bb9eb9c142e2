import {
  buildChoices,
  choiceLimits,
  type Capabilities,
  type ChoicesFaultReason,
  type GivenChoices,
} from '@balcao/contracts'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import MenuItem from '@mui/material/MenuItem'
import { FieldArray, useFormikContext } from 'formik'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useMe } from '../../../data/hooks'
import '../../../ui/field-row.css'
import { FormDialog } from '../../../ui/form-dialog'
import { FormText } from '../../../ui/form-fields'
import { IconAction } from '../../../ui/icon-action'
import { PlusIcon, TrashIcon } from '../../../ui/icons'
import '../../../ui/template-preview.css'
import { useFormDialog } from '../../../ui/use-form-dialog'
import { OfferedChoices } from '../thread/offered-choices'
import {
  countMostOptions,
  findValueFaults,
  listShownKinds,
  toGivenChoices,
  type ChoicesValues,
} from './choices-values'
import { addSignature } from './signature'
import './send-choices-dialog.css'

export interface SendChoicesDialogProps {
  can: Capabilities
  /** What the composer has. */
  text: string
  isSigned: boolean
  onSend: (text: string, choices: GivenChoices) => void
  onClose: () => void
}

const most = (maxLength: number) => ({ htmlInput: { maxLength } })

interface OptionRowProps {
  index: number
  isNew: boolean
  onRemove: (() => void) | undefined
}

const OptionRow = ({ index, isNew, onRemove }: OptionRowProps) => {
  const { t } = useTranslation('tickets')
  const isList = useFormikContext<ChoicesValues>().values.kind === 'list'
  const number = index + 1
  return (
    <div className="field-row choices-form__row" data-kind={isList ? 'list' : 'buttons'}>
      <FormText
        name={`options.${index}.title`}
        label={t(isList ? 'sendChoices.row' : 'sendChoices.button', { number })}
        autoFocus={isNew}
        slotProps={most(isList ? choiceLimits.rowTitle : choiceLimits.buttonTitle)}
      />
      {isList ? (
        <FormText
          name={`options.${index}.description`}
          label={t('sendChoices.description', { number })}
          slotProps={most(choiceLimits.rowDescription)}
        />
      ) : null}
      {onRemove ? (
        <IconAction label={t('sendChoices.remove', { number })} onClick={onRemove}>
          <TrashIcon />
        </IconAction>
      ) : null}
    </div>
  )
}

/* Formik has a fault of the whole list as a text in the place of its rows. */
const OptionsFault = () => {
  const { errors, submitCount } = useFormikContext<ChoicesValues>()
  return submitCount > 0 && typeof errors.options === 'string' ? (
    <FormHelperText error role="alert">
      {errors.options}
    </FormHelperText>
  ) : null
}

const Options = () => {
  const { t } = useTranslation('tickets')
  const { options, kind } = useFormikContext<ChoicesValues>().values
  const isList = kind === 'list'
  const [added, setAdded] = useState<number>()
  return (
    <FieldArray name="options">
      {({ push, remove }) => (
        <fieldset className="choices-form">
          <legend className="visually-hidden">{t(`sendChoices.kinds.${kind}`)}</legend>
          {options.map((_option, index) => (
            // Formik addresses the rows by their index.
            <OptionRow
              key={index}
              index={index}
              isNew={index === added}
              onRemove={options.length > 1 ? () => remove(index) : undefined}
            />
          ))}
          <OptionsFault />
          {options.length < countMostOptions(kind) ? (
            <div>
              <Button
                size="small"
                startIcon={<PlusIcon />}
                onClick={() => {
                  setAdded(options.length)
                  push({ title: '', description: '' })
                }}
              >
                {t(isList ? 'sendChoices.addRow' : 'sendChoices.addButton')}
              </Button>
            </div>
          ) : null}
        </fieldset>
      )}
    </FieldArray>
  )
}

const KindFields = () => {
  const { t } = useTranslation('tickets')
  const { kind } = useFormikContext<ChoicesValues>().values
  if (kind === 'link')
    return (
      <>
        <FormText name="follow" label={t('sendChoices.follow')} slotProps={most(choiceLimits.buttonTitle)} />
        <FormText
          name="url"
          label={t('sendChoices.url')}
          placeholder="https://"
          inputMode="url"
          slotProps={most(choiceLimits.url)}
        />
      </>
    )
  return (
    <>
      {kind === 'list' ? (
        <FormText name="open" label={t('sendChoices.open')} slotProps={most(choiceLimits.buttonTitle)} />
      ) : null}
      <Options />
    </>
  )
}

/* What is not written yet is left out. */
const Preview = ({ text }: { text: string }) => {
  const { t } = useTranslation()
  const { t: tickets } = useTranslation('tickets')
  const built = buildChoices(text, toGivenChoices(useFormikContext<ChoicesValues>().values))
  const isLink = built.kind === 'link'
  return (
    <section className="template-preview" aria-label={t('templates.preview')}>
      <div className="template-preview__bubble">
        <OfferedChoices
          choices={{
            ...built,
            button: built.button || (isLink ? tickets('sendChoices.follow') : ''),
            options: built.options.filter(({ title }) => title !== ''),
            url: /^https:\/\//i.test(built.url) ? built.url : null,
          }}
          found=""
        />
      </div>
    </section>
  )
}

const useFaultWords = () => {
  const { t } = useTranslation('tickets')
  const { t: common } = useTranslation()
  return (reason: ChoicesFaultReason): string => {
    if (reason === 'required') return common('validation.required')
    if (reason === 'unique') return t('sendChoices.unique')
    return reason === 'link' ? t('sendChoices.https') : common('validation.long')
  }
}

/** "Botões": what the customer can tap under a text, as they will see it. */
export const SendChoicesDialog = ({ can, text, isSigned, onSend, onClose }: SendChoicesDialogProps) => {
  const { t } = useTranslation('tickets')
  const me = useMe()
  const say = useFaultWords()
  const kinds = listShownKinds(can)
  const sign = (body: string) => (isSigned ? addSignature(me.name, body.trim()) : body)
  const initialValues = useRef<ChoicesValues>({
    text,
    kind: kinds[0] ?? 'buttons',
    options: [{ title: '', description: '' }],
    open: t('sendChoices.openDefault'),
    follow: '',
    url: '',
  }).current
  const form = useFormDialog<ChoicesValues>({
    initialValues,
    check: (values) =>
      Object.fromEntries(
        Object.entries(findValueFaults(values, sign(values.text))).map(([path, reason]) => [
          path,
          say(reason),
        ]),
      ),
    save: (values) => {
      onSend(values.text, toGivenChoices(values))
      return Promise.resolve()
    },
    onSaved: onClose,
  })
  return (
    <FormDialog
      open
      title={t('sendChoices.title')}
      submitLabel={t('composer.send')}
      form={form}
      onClose={onClose}
    >
      <FormText name="text" label={t('sendChoices.text')} multiline minRows={2} maxRows={6} autoFocus />
      <FormText name="kind" label={t('sendChoices.kind')} select>
        {kinds.map((kind) => (
          <MenuItem key={kind} value={kind}>
            {t(`sendChoices.kinds.${kind}`)}
          </MenuItem>
        ))}
      </FormText>
      <KindFields />
      <Preview text={sign(form.values.text)} />
    </FormDialog>
  )
}
