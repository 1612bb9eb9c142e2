import type { Answer, DeadTurnView, deadTurnRoutes } from '@balcao/contracts'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import {
  useListDeadIntegrationTurnsQuery,
  useListDeadPromptTurnsQuery,
  useReplayDeadIntegrationTurnsMutation,
  useReplayDeadPromptTurnsMutation,
} from '../../data/dead-turns.api'
import { showError } from '../../lib/error-toast'
import { polled } from '../../lib/polled'
import { toast } from '../../lib/toast'
import { DeadTurnsDialog } from './dead-turns-dialog'

type Replayed = Answer<typeof deadTurnRoutes.replayDeadPromptTurns>

interface DeadTurnsProps {
  data: { turns: DeadTurnView[]; count: number } | undefined
  isBusy: boolean
  /** One, or all. */
  replay: (id: string | undefined) => Promise<{ data?: Replayed; error?: unknown }>
}

/** How many messages were given up; a dialog lists them. Nothing without any. */
const DeadTurns = ({ data, isBusy, replay }: DeadTurnsProps) => {
  const { t } = useTranslation('deadTurns')
  const [isOpen, setOpen] = useState(false)
  const handleReplay = async (id?: string) => {
    const result = await replay(id)
    if (!result.data) return showError(result.error)
    const { replayed, skipped } = result.data
    if (replayed > 0) toast.success(t('replayed', { count: replayed }))
    if (skipped > 0) toast.info(t('skipped', { count: skipped }))
  }
  if (!data) return null
  return (
    <>
      {data.count > 0 ? (
        <Button color="error" variant="outlined" onClick={() => setOpen(true)}>
          {t('open', { count: data.count })}
        </Button>
      ) : null}
      {isOpen ? (
        <DeadTurnsDialog
          {...data}
          isBusy={isBusy}
          onReplay={(id) => void handleReplay(id)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}

export const DeadPromptTurns = () => {
  const { data } = useListDeadPromptTurnsQuery(undefined, polled)
  const [replay, { isLoading }] = useReplayDeadPromptTurnsMutation()
  return <DeadTurns data={data} isBusy={isLoading} replay={replay} />
}

export const DeadIntegrationTurns = () => {
  const { data } = useListDeadIntegrationTurnsQuery(undefined, polled)
  const [replay, { isLoading }] = useReplayDeadIntegrationTurnsMutation()
  return <DeadTurns data={data} isBusy={isLoading} replay={replay} />
}
