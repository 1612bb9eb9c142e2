import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useSetPaceMutation } from '../../data/connections.api'
import { showError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'

const FASTEST = 600

/** Messages a minute as typed: null for the platform's own pace, undefined when it is no pace. */
export const typedPace = (text: string): number | null | undefined => {
  if (text.trim() === '') return null
  const pace = Number(text)
  return Number.isInteger(pace) && pace >= 1 && pace <= FASTEST ? pace : undefined
}

/** How many campaign messages a minute the number sends. */
export const PaceForm = ({ connectionId, perMinute }: { connectionId: number; perMinute: number }) => {
  const { t } = useTranslation('connections')
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const [save, { isLoading }] = useSetPaceMutation()
  const handleSubmit = async (event: React.FormEvent) => {
    event.preventDefault()
    const pace = typedPace(typed)
    setWrong(pace === undefined)
    if (pace === undefined) return
    const result = await save({ id: connectionId, perMinute: pace })
    if (result.error) showError(result.error)
    else toast.success(t('lanes.saved'))
  }
  return (
    <form className="lanes__pace" onSubmit={(event) => void handleSubmit(event)} noValidate>
      <TextField
        id="lanes-pace"
        label={t('lanes.pace')}
        value={typed}
        placeholder={String(perMinute)}
        onChange={(event) => setTyped(event.target.value)}
        error={wrong}
        helperText={wrong ? t('lanes.paceWrong') : t('lanes.paceHint', { perMinute })}
        type="number"
        slotProps={{ htmlInput: { min: 1, max: FASTEST, inputMode: 'numeric' } }}
      />
      <Button type="submit" variant="outlined" loading={isLoading}>
        {t('lanes.save')}
      </Button>
    </form>
  )
}
