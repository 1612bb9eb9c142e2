import Alert from '@mui/material/Alert'
import Switch from '@mui/material/Switch'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

import { useSetPaceMutation } from '../../data/connections.api'
import { showError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'

export interface NumberChecksProps {
  connectionId: number
  isOn: boolean
}

/** Whether WhatsApp is asked about numbers before they are sent to: stored as soon as it is changed. */
export const NumberChecks = ({ connectionId, isOn }: NumberChecksProps) => {
  const { t } = useTranslation('connections')
  const [save, { isLoading }] = useSetPaceMutation()
  const id = useId()
  const handleChange = async (checksNumbers: boolean) => {
    const { error } = await save({ id: connectionId, checksNumbers })
    if (error) showError(error)
    else toast.success(t(checksNumbers ? 'numberChecks.on' : 'numberChecks.off'))
  }
  return (
    <div className="lanes__checks">
      <label htmlFor={`${id}-switch`}>{t('numberChecks.label')}</label>
      <Switch
        id={`${id}-switch`}
        checked={isOn}
        disabled={isLoading}
        onChange={(_event, checked) => void handleChange(checked)}
        slotProps={{ input: { 'aria-describedby': `${id}-hint ${id}-risk` } }}
      />
      <small id={`${id}-hint`}>{t('numberChecks.hint')}</small>
      <Alert id={`${id}-risk`} severity="warning" role="note">
        {t('numberChecks.risk')}
      </Alert>
    </div>
  )
}
