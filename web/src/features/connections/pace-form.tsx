import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useSetPaceMutation } from '../../data/connections.api'
import { showError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'
import { useUnsaved } from '../../lib/use-unsaved'

const FASTEST = 600
const MOST_NEW_CHATS = 10_000
const MOST_CAMPAIGN_MESSAGES = 100_000

/** A whole number as typed: null for an empty field (the default), undefined outside `least` to `most`. */
export const parseCount = (text: string, least: number, most: number): number | null | undefined => {
  if (text.trim() === '') return null
  const count = Number(text)
  return Number.isInteger(count) && count >= least && count <= most ? count : undefined
}

interface CountFormProps {
  id: string
  label: string
  hint: string
  wrong: string
  button: string
  /** The value in use. */
  current: number
  least: number
  most: number
  isLoading: boolean
  onSave: (count: number | null) => void
}

const CountForm = ({ id, least, most, isLoading, onSave, ...words }: CountFormProps) => {
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  useUnsaved(typed.trim() !== '' && Number(typed) !== words.current, isLoading)
  const handleSubmit = (event: React.FormEvent) => {
    event.preventDefault()
    const count = parseCount(typed, least, most)
    setWrong(count === undefined)
    if (count !== undefined) onSave(count)
  }
  return (
    <form className="lanes__pace" onSubmit={handleSubmit} noValidate>
      <TextField
        id={id}
        label={words.label}
        value={typed}
        placeholder={String(words.current)}
        onChange={(event) => setTyped(event.target.value)}
        error={wrong}
        helperText={wrong ? words.wrong : words.hint}
        type="number"
        slotProps={{ htmlInput: { min: least, max: most, inputMode: 'numeric' } }}
      />
      <Button type="submit" variant="outlined" loading={isLoading}>
        {words.button}
      </Button>
    </form>
  )
}

const useSavePace = () => {
  const { t } = useTranslation('connections')
  const [save, { isLoading }] = useSetPaceMutation()
  const savePace = async (change: Parameters<typeof save>[0]) => {
    const result = await save(change)
    if (result.error) showError(result.error)
    else toast.success(t('lanes.saved'))
  }
  return { savePace, isLoading }
}

/** Campaign messages per minute. */
export const PaceForm = ({ connectionId, perMinute }: { connectionId: number; perMinute: number }) => {
  const { t } = useTranslation('connections')
  const { savePace, isLoading } = useSavePace()
  return (
    <CountForm
      id="lanes-pace"
      label={t('lanes.pace')}
      hint={t('lanes.paceHint', { perMinute })}
      wrong={t('lanes.paceWrong')}
      button={t('lanes.save')}
      current={perMinute}
      least={1}
      most={FASTEST}
      isLoading={isLoading}
      onSave={(count) => void savePace({ id: connectionId, perMinute: count })}
    />
  )
}

/** Messages of campaigns in 24 hours, to known chats too. */
export const CampaignCapForm = ({ connectionId, cap }: { connectionId: number; cap: number }) => {
  const { t } = useTranslation('connections')
  const { savePace, isLoading } = useSavePace()
  return (
    <CountForm
      id="lanes-campaign-cap"
      label={t('campaignCap.cap')}
      hint={t('campaignCap.capHint', { cap })}
      wrong={t('campaignCap.capWrong')}
      button={t('campaignCap.save')}
      current={cap}
      least={0}
      most={MOST_CAMPAIGN_MESSAGES}
      isLoading={isLoading}
      onSave={(count) => void savePace({ id: connectionId, campaignsPerDay: count })}
    />
  )
}

/** New chats in 24 hours. */
export const DayCapForm = ({ connectionId, cap }: { connectionId: number; cap: number }) => {
  const { t } = useTranslation('connections')
  const { savePace, isLoading } = useSavePace()
  return (
    <CountForm
      id="lanes-day-cap"
      label={t('newChats.cap')}
      hint={t('newChats.capHint', { cap })}
      wrong={t('newChats.capWrong')}
      button={t('newChats.save')}
      current={cap}
      least={0}
      most={MOST_NEW_CHATS}
      isLoading={isLoading}
      onSave={(count) => void savePace({ id: connectionId, newChatsPerDay: count })}
    />
  )
}
