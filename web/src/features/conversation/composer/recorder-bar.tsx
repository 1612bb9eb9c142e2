import DeleteOutlined from '@mui/icons-material/DeleteOutlined'
import MicNoneOutlined from '@mui/icons-material/MicNoneOutlined'
import PauseRounded from '@mui/icons-material/PauseRounded'
import SendRounded from '@mui/icons-material/SendRounded'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { IconAction } from '../../../ui/icon-action'
import { formatSeconds } from '../thread/audio-player'
import type { Recorder } from './use-recorder'
import './recorder.css'

export interface RecorderBarProps {
  recorder: Recorder
  onSend: () => void
}

/* Before the shortcuts hear it: there Escape leaves the ticket. */
const useEscape = (run: () => void) => {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopImmediatePropagation()
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', handleKey, true)
    return () => window.removeEventListener('keydown', handleKey, true)
  }, [run])
}

const Bars = ({ bars }: { bars: readonly number[] }) => (
  <span className="recorder__bars" aria-hidden="true">
    {bars.map((level, index) => (
      <i key={index} style={{ height: 3 + level * 21 }} />
    ))}
  </span>
)

/** Takes the composer's place while a voice note is spoken. */
export const RecorderBar = ({ recorder, onSend }: RecorderBarProps) => {
  const { t } = useTranslation('tickets')
  const { state, seconds, bars, pause, resume, cancel } = recorder
  const send = useRef<HTMLButtonElement>(null)
  const isRunning = state === 'recording' || state === 'paused'
  useEscape(cancel)
  useEffect(() => {
    if (isRunning) send.current?.focus()
  }, [isRunning])
  if (state === 'denied')
    return (
      <div className="composer__box recorder">
        <p className="recorder__denied" role="alert">
          {t('recorder.denied')}
        </p>
        <button type="button" className="tray__more" autoFocus onClick={() => cancel()}>
          {t('recorder.back')}
        </button>
      </div>
    )
  return (
    <div className="composer__box recorder" role="group" aria-label={t('recorder.title')}>
      <IconAction label={t('recorder.cancel')} keys="Esc" onClick={() => cancel()}>
        <DeleteOutlined />
      </IconAction>
      <span className="visually-hidden" role="status">
        {t(`recorder.state.${state === 'idle' ? 'asking' : state}`)}
      </span>
      <span className="recorder__dot" data-state={state} aria-hidden="true" />
      {isRunning ? (
        <>
          <time className="recorder__time">{formatSeconds(seconds)}</time>
          <Bars bars={bars} />
          <IconAction
            label={t(state === 'paused' ? 'recorder.resume' : 'recorder.pause')}
            onClick={state === 'paused' ? resume : pause}
          >
            {state === 'paused' ? <MicNoneOutlined /> : <PauseRounded />}
          </IconAction>
        </>
      ) : (
        <span className="recorder__asking" aria-hidden="true">
          {t('recorder.state.asking')}
        </span>
      )}
      <button
        type="button"
        ref={send}
        className="composer__send"
        aria-label={t('recorder.send')}
        disabled={!isRunning}
        onClick={onSend}
      >
        <SendRounded fontSize="small" />
      </button>
    </div>
  )
}
