import { numberMoveBody, type ConnectionView, type MoveFinding, type NumberMoveView } from '@balcao/contracts'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import {
  useGetNumberMoveQuery,
  useMoveNumberMutation,
  type NumberMoveBody,
} from '../../data/number-moves.api'
import { translateError } from '../../lib/error-toast'
import { formatPhone } from '../../lib/format-phone'
import { toast } from '../../lib/toast'
import { useIsPhone } from '../../lib/use-media'
import { ErrorState } from '../../ui/error-state'
import { FormDialog } from '../../ui/form-dialog'
import { useFormDialog } from '../../ui/use-form-dialog'
import { CredentialFields } from './credential-fields'

export interface MoveDialogProps {
  connection: ConnectionView
  onClose: () => void
}

const Finding = ({ kind, count }: MoveFinding) => {
  const { t } = useTranslation('connections')
  return (
    <li>
      <span>{t(`move.finding.${kind}`)}</span>
      {count ? <b>{t('move.count', { count })}</b> : null}
    </li>
  )
}

const Changes = ({ move }: { move: NumberMoveView }) => {
  const { t } = useTranslation('connections')
  return (
    <>
      {move.isMoving ? <Alert severity="info">{t('move.isMoving')}</Alert> : null}
      <p>{t('move.stays')}</p>
      <ul className="number-move">
        {move.findings.map((finding) => (
          <Finding key={finding.kind} {...finding} />
        ))}
      </ul>
      <Alert severity="warning">{t('move.noWayBack')}</Alert>
    </>
  )
}

/** Which changes the move brings: read before anything is entered. Behind the next step it stays, so that the focus comes back to it. */
const ChangesStep = ({
  connection,
  onClose,
  onNext,
  isBehind,
}: MoveDialogProps & { onNext: () => void; isBehind: boolean }) => {
  const { t } = useTranslation('connections')
  const { t: common } = useTranslation()
  const phone = useIsPhone()
  const { data: move, error, refetch } = useGetNumberMoveQuery(connection.id)
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      fullScreen={phone}
      aria-labelledby="move-title"
      sx={{ visibility: isBehind ? 'hidden' : 'visible' }}
    >
      <DialogTitle id="move-title">{t('move.title', { name: connection.name })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', alignContent: 'start', gap: 4 }}>
        {error ? <ErrorState text={translateError(error)} onRetry={() => void refetch()} /> : null}
        {move ? <Changes move={move} /> : null}
        {!move && !error ? <Skeleton variant="rounded" height={240} /> : null}
      </DialogContent>
      <DialogActions>
        <Button color="secondary" onClick={onClose}>
          {common('actions.cancel')}
        </Button>
        <Button variant="contained" disabled={!move} onClick={onNext}>
          {t('move.next')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const nothing: NumberMoveBody = {
  phoneNumberId: '',
  businessAccountId: '',
  token: '',
  appSecret: '',
  verifyToken: '',
}

const useMoveForm = ({ connection, entered, onClose }: StepProps) => {
  const { t } = useTranslation('connections')
  const [order] = useMoveNumberMutation()
  return useFormDialog<NumberMoveBody>({
    initialValues: entered,
    schema: numberMoveBody,
    toBody: (values) => values,
    save: (body) => order({ id: connection.id, body }).unwrap(),
    onSaved: () => {
      toast.success(t('move.ordered'))
      onClose()
    },
  })
}

type StepProps = MoveDialogProps & {
  move: NumberMoveView
  /** Before the changes were looked at again. */
  entered: NumberMoveBody
  onBack: (entered: NumberMoveBody) => void
}

/** The credentials, which Meta is asked about before anything changes. */
const CredentialsStep = (props: StepProps) => {
  const { t } = useTranslation('connections')
  const { t: common } = useTranslation()
  const form = useMoveForm(props)
  const { number } = props.move
  return (
    <FormDialog
      open
      continues
      title={t('move.title', { name: props.connection.name })}
      submitLabel={t('move.submit')}
      form={form}
      onClose={props.onClose}
      footer={
        <Button color="secondary" disabled={form.isSubmitting} onClick={() => props.onBack(form.values)}>
          {common('actions.back')}
        </Button>
      }
    >
      <Alert severity="info">
        {number === '' ? t('cloud.intro') : t('move.sameNumber', { number: formatPhone(number) })}
      </Alert>
      <CredentialFields />
    </FormDialog>
  )
}

/** A linked number moves to the official API: what changes, then the credentials. */
export const MoveDialog = (props: MoveDialogProps) => {
  const [isEntering, setEntering] = useState(false)
  const [entered, setEntered] = useState(nothing)
  const { data: move } = useGetNumberMoveQuery(props.connection.id)
  const handleBack = (values: NumberMoveBody) => {
    setEntered(values)
    setEntering(false)
  }
  return (
    <>
      <ChangesStep {...props} isBehind={isEntering} onNext={() => setEntering(true)} />
      {isEntering && move ? (
        <CredentialsStep {...props} move={move} entered={entered} onBack={handleBack} />
      ) : null}
    </>
  )
}
