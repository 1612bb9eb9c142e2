import type { HelpView } from '@balcao/contracts'
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Skeleton from '@mui/material/Skeleton'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useListAllHelpsQuery } from '../../data/helps.api'
import { translateError } from '../../lib/error-toast'
import { EmptyState } from '../../ui/empty-state'
import { ErrorState } from '../../ui/error-state'
import { IconAction } from '../../ui/icon-action'
import { CloseIcon } from '../../ui/icons'
import { Page, PageHeader } from '../../ui/page-header'
import './helps.css'

const PLAYER = 'https://www.youtube-nocookie.com/embed/'

/** Nothing is loaded from YouTube before this is open. */
const VideoDialog = ({ help, onClose }: { help: HelpView; onClose: () => void }) => {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby={id}>
      <DialogTitle id={id} className="help-dialog__title">
        {help.title}
        <IconAction label={t('actions.close')} onClick={onClose} autoFocus>
          <CloseIcon />
        </IconAction>
      </DialogTitle>
      <DialogContent>
        <iframe
          className="help-dialog__video"
          title={help.title}
          src={`${PLAYER}${encodeURIComponent(help.video)}?autoplay=1`}
          allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
          // The player refuses to play without knowing the page's origin.
          referrerPolicy="strict-origin-when-cross-origin"
        />
        {help.description ? <p className="help-dialog__text">{help.description}</p> : null}
      </DialogContent>
    </Dialog>
  )
}

const HelpCard = ({ help, onPlay }: { help: HelpView; onPlay: () => void }) => {
  const { t } = useTranslation('helps')
  return (
    <li className="help-card">
      <button type="button" onClick={onPlay}>
        <span className="help-card__picture">
          <PlayArrowRounded fontSize="large" titleAccess={t('play')} />
        </span>
        <b>{help.title}</b>
        {help.description ? <small>{help.description}</small> : null}
      </button>
    </li>
  )
}

const CardSkeletons = () => (
  <div className="help-grid" aria-hidden="true">
    {Array.from({ length: 6 }, (_unused, index) => (
      <Skeleton key={index} variant="rounded" sx={{ aspectRatio: '16 / 11', height: 'auto' }} />
    ))}
  </div>
)

/** The platform's help videos, played in a dialog. */
export const HelpsPage = () => {
  const { t } = useTranslation('helps')
  const { data: helps, error, refetch } = useListAllHelpsQuery(undefined, { refetchOnMountOrArgChange: true })
  const [playing, setPlaying] = useState<HelpView | null>(null)
  return (
    <Page>
      <PageHeader title={helps ? t('title', { count: helps.length }) : t('titleOnly')} />
      {helps ? (
        helps.length > 0 ? (
          <ul className="help-grid">
            {helps.map((help) => (
              <HelpCard key={help.id} help={help} onPlay={() => setPlaying(help)} />
            ))}
          </ul>
        ) : (
          <EmptyState title={t('empty')} />
        )
      ) : error ? (
        <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
      ) : (
        <CardSkeletons />
      )}
      {playing ? <VideoDialog help={playing} onClose={() => setPlaying(null)} /> : null}
    </Page>
  )
}
