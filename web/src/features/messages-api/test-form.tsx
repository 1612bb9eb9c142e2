import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { refreshApiUsage } from '../../data/api-usage.api'
import { useAppDispatch } from '../../data/hooks'
import { toast } from '../../lib/toast'
import { FileChoiceField } from '../../ui/file-choice-field'
import { sendMedia, sendText, type ApiAnswer } from './send-test'

const NUMBER = /^\d{10,15}$/

/** A form that sends for real, and shows what the API answered. */
export const TestForm = ({ kind }: { kind: 'text' | 'media' }) => {
  const { t } = useTranslation('messagesApi')
  const { t: common } = useTranslation()
  const [values, setValues] = useState({ token: '', number: '', body: '' })
  const [file, setFile] = useState<File>()
  const [answer, setAnswer] = useState<ApiAnswer>()
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const dispatch = useAppDispatch()
  const faults = {
    token: values.token.trim() === '' ? common('validation.required') : '',
    number: NUMBER.test(values.number) ? '' : t('errors.number'),
    body: kind === 'text' && values.body.trim() === '' ? common('validation.required') : '',
    file: kind === 'media' && !file ? common('validation.required') : '',
  }
  const bind = (field: 'token' | 'number' | 'body') => ({
    label: t(`fields.${field}`),
    value: values[field],
    error: isTried && faults[field] !== '',
    helperText: (isTried && faults[field]) || (field === 'number' ? t('hints.number') : ''),
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [field]: event.target.value }),
  })
  const submit = async () => {
    setTried(true)
    if (isBusy || Object.values(faults).some((fault) => fault !== '')) return
    setBusy(true)
    try {
      const answered = await (file && kind === 'media' ? sendMedia(values, file) : sendText(values))
      setAnswer(answered)
      dispatch(refreshApiUsage())
      if (answered.status < 300) toast.success(t('sent'))
    } catch {
      // fetch rejects only when the server was not reached.
      toast.error(common('errors.network'))
    } finally {
      setBusy(false)
    }
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  return (
    <form className="api-form" noValidate aria-label={t(`${kind}.test`)} onSubmit={handleSubmit}>
      <TextField {...bind('token')} required autoComplete="off" />
      <TextField {...bind('number')} required slotProps={{ htmlInput: { inputMode: 'numeric' } }} />
      <TextField {...bind('body')} required={kind === 'text'} multiline minRows={2} maxRows={6} />
      {kind === 'media' ? (
        <div className="api-form__file">
          <FileChoiceField
            stored={null}
            choice={file ? { kind: 'picked', file } : { kind: 'none' }}
            onChange={(choice) => setFile(choice.kind === 'picked' ? choice.file : undefined)}
          />
          {isTried && faults.file ? <span role="alert">{faults.file}</span> : null}
        </div>
      ) : null}
      <Button type="submit" variant="contained" loading={isBusy}>
        {t('send')}
      </Button>
      <div role="status">
        {answer ? (
          <pre className="api-code" tabIndex={0} role="region" aria-label={t('answer')}>
            {`${answer.status}\n${answer.text}`}
          </pre>
        ) : null}
      </div>
    </form>
  )
}
