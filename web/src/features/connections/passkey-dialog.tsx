import type { PasskeyOptions, PasskeyStepView } from '@balcao/contracts'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Link from '@mui/material/Link'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import {
  useAnswerPasskeyMutation,
  useConfirmPasskeyMutation,
  type PasskeyAnswer,
} from '../../data/connections.api'
import { showError } from '../../lib/error-toast'
import { formatTime } from '../../lib/format-date'
import { toast } from '../../lib/toast'
import { useIsPhone } from '../../lib/use-media'
import { CopyIcon } from '../../ui/icons'
import {
  askBrowser,
  buildPasskeySnippet,
  buildRequestUrl,
  canAskBrowser,
  EXTENSION_URL,
  parseAnswer,
  WHATSAPP_WEB_URL,
} from './passkey'

interface StepProps {
  connectionId: number
}

interface RequestProps {
  options: PasskeyOptions
  busy: boolean
  onAnswer: (answer: PasskeyAnswer) => void
}

/** This page may ask the browser for the passkey itself. */
const AskHere = ({ options, busy, onAnswer }: RequestProps) => {
  const { t } = useTranslation('connections')
  const [failed, setFailed] = useState(false)
  const handleAsk = async () => {
    setFailed(false)
    try {
      onAnswer(await askBrowser(options))
    } catch {
      setFailed(true)
    }
  }
  return (
    <>
      <p>{t('passkey.here')}</p>
      {failed ? <Alert severity="error">{t('passkey.hereFailed')}</Alert> : null}
      <Button variant="contained" loading={busy} onClick={() => void handleAsk()}>
        {t('passkey.use')}
      </Button>
    </>
  )
}

const Paste = ({ busy, onAnswer }: Omit<RequestProps, 'options'>) => {
  const { t } = useTranslation('connections')
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState(false)
  const handleSubmit = (event: React.FormEvent) => {
    event.preventDefault()
    const answer = parseAnswer(text)
    setWrong(answer === null)
    if (answer) onAnswer(answer)
  }
  return (
    <form className="passkey__paste" onSubmit={handleSubmit} noValidate>
      <TextField
        id="passkey-answer"
        label={t('passkey.answer')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={wrong}
        helperText={wrong ? t('passkey.answerWrong') : undefined}
        multiline
        minRows={2}
        maxRows={4}
        autoComplete="off"
        slotProps={{ htmlInput: { spellCheck: false } }}
      />
      <Button type="submit" variant="contained" loading={busy}>
        {t('passkey.send')}
      </Button>
    </form>
  )
}

const ByExtension = ({ options }: Pick<RequestProps, 'options'>) => {
  const { t } = useTranslation('connections')
  return (
    <ol className="passkey__steps">
      <li>
        {t('passkey.install')}{' '}
        <Link href={EXTENSION_URL} download>
          {t('passkey.download')}
        </Link>
      </li>
      <li>
        {t('passkey.open')}{' '}
        <Link
          href={buildRequestUrl(options, window.location.origin)}
          target="_blank"
          rel="noopener noreferrer"
        >
          web.whatsapp.com
        </Link>
      </li>
      <li>{t('passkey.confirm')}</li>
    </ol>
  )
}

const ByConsole = ({ options }: Pick<RequestProps, 'options'>) => {
  const { t } = useTranslation('connections')
  const { t: common } = useTranslation()
  const handleCopy = async () => {
    await navigator.clipboard.writeText(buildPasskeySnippet(options))
    toast.success(common('actions.copied'))
  }
  return (
    <details className="passkey__console">
      <summary>{t('passkey.console')}</summary>
      <Alert severity="warning">{t('passkey.warning')}</Alert>
      <ol className="passkey__steps">
        <li>
          {t('passkey.step1')}{' '}
          <Link href={WHATSAPP_WEB_URL} target="_blank" rel="noopener noreferrer">
            web.whatsapp.com
          </Link>
        </li>
        <li>{t('passkey.step2')}</li>
        <li>
          {t('passkey.step3')}
          <Button
            className="passkey__copy"
            size="small"
            variant="outlined"
            startIcon={<CopyIcon />}
            onClick={() => void handleCopy()}
          >
            {t('passkey.copy')}
          </Button>
        </li>
        <li>{t('passkey.step4')}</li>
      </ol>
    </details>
  )
}

/** Only WhatsApp's own page may ask for its passkeys: our extension or snippet does so there, and the user pastes the answer here. */
const AskOnWhatsApp = ({ options, ...rest }: RequestProps) => {
  const { t } = useTranslation('connections')
  return (
    <>
      {useIsPhone() ? <Alert severity="info">{t('passkey.onPhone')}</Alert> : null}
      <Alert severity="warning">{t('passkey.care')}</Alert>
      <ByExtension options={options} />
      <Paste {...rest} />
      <ByConsole options={options} />
    </>
  )
}

const Requested = ({ connectionId, options }: StepProps & { options: PasskeyOptions }) => {
  const [answer, { isLoading }] = useAnswerPasskeyMutation()
  const handleAnswer = async (body: PasskeyAnswer) => {
    const result = await answer({ id: connectionId, body })
    if (result.error) showError(result.error)
  }
  const Ask = canAskBrowser(options.rpId, window.location.hostname) ? AskHere : AskOnWhatsApp
  return <Ask options={options} busy={isLoading} onAnswer={(body) => void handleAnswer(body)} />
}

const Compare = ({ connectionId, code }: StepProps & { code: string }) => {
  const { t } = useTranslation('connections')
  const [confirm, { isLoading }] = useConfirmPasskeyMutation()
  const handleConfirm = async () => {
    const result = await confirm(connectionId)
    if (result.error) showError(result.error)
  }
  return (
    <>
      <p>{t('passkey.compare')}</p>
      <output className="pairing__code" aria-label={t('passkey.codeLabel')}>
        {code}
      </output>
      <Button variant="contained" loading={isLoading} onClick={() => void handleConfirm()}>
        {t('passkey.same')}
      </Button>
    </>
  )
}

export interface PasskeyDialogProps extends StepProps {
  passkey: PasskeyStepView
  onClose: () => void
}

/** The steps of a linking that asks for a passkey, until the phone has linked the desk. */
export const PasskeyDialog = ({ connectionId, passkey, onClose }: PasskeyDialogProps) => {
  const { t } = useTranslation('connections')
  const { t: common } = useTranslation()
  const phone = useIsPhone()
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" fullScreen={phone} aria-labelledby="passkey-title">
      <DialogTitle id="passkey-title">{t('passkey.title')}</DialogTitle>
      <DialogContent>
        <div className="passkey">
          {passkey.step === 'requested' ? (
            <Requested connectionId={connectionId} options={passkey.options} />
          ) : null}
          {passkey.step === 'answered' ? <p role="status">{t('passkey.answered')}</p> : null}
          {passkey.step === 'compare' ? <Compare connectionId={connectionId} code={passkey.code} /> : null}
          <small>{t('passkey.until', { at: formatTime(new Date(passkey.until)) })}</small>
        </div>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{common('actions.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
