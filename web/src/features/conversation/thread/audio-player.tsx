import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { computeBarHeights, SHOWN_BARS } from './waveform-heights'

const SPEEDS = [1, 1.5, 2] as const

/** Only one plays at a time. */
let playing: HTMLAudioElement | null = null

/** m:ss */
export const formatSeconds = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

const useAudio = () => {
  const ref = useRef<HTMLAudioElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const [length, setLength] = useState<number | null>(null)
  useEffect(() => {
    const audio = ref.current
    return () => {
      if (playing === audio) playing = null
    }
  }, [])
  const toggle = () => {
    const audio = ref.current
    if (!audio) return
    if (!audio.paused) return audio.pause()
    if (playing !== audio) playing?.pause()
    playing = audio
    // A refusal (no file, no permission) shows as still paused.
    audio.play().catch(() => setPlaying(false))
  }
  const noteLength = () =>
    setLength(Number.isFinite(ref.current?.duration) ? (ref.current?.duration ?? null) : null)
  const handlers = {
    onPlay: () => setPlaying(true),
    onPause: () => setPlaying(false),
    onEnded: () => setAt(0),
    onTimeUpdate: () => setAt(ref.current?.currentTime ?? 0),
    onLoadedMetadata: noteLength,
    // A recording does not say how long it is before it was heard to its end.
    onDurationChange: noteLength,
  }
  return { ref, isPlaying, at, length, toggle, handlers }
}

export interface AudioPlayerProps {
  url: string
  /** Of the file. */
  name: string
  seed: string
  durationSeconds: number | null
  /** As the message has it. */
  waveform: string | null
}

/** Play, seek by click or arrow keys, and three speeds. */
export const AudioPlayer = ({ url, name, seed, durationSeconds, waveform }: AudioPlayerProps) => {
  const { t } = useTranslation('tickets')
  const { ref, isPlaying, at, length, toggle, handlers } = useAudio()
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number]>(1)
  const total = length ?? durationSeconds ?? 0
  const shownSpeed = `${String(speed).replace('.', ',')}×`
  const share = total > 0 ? at / total : 0

  const seek = (seconds: number) => {
    if (ref.current) ref.current.currentTime = seconds
  }
  const changeSpeed = () => {
    const next = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1
    setSpeed(next)
    if (ref.current) ref.current.playbackRate = next
  }

  return (
    <div className="audio">
      {/* What the message does not say is asked of the file. */}
      <audio ref={ref} src={url} preload={durationSeconds === null ? 'metadata' : 'none'} {...handlers} />
      <button
        type="button"
        className="audio__play"
        onClick={toggle}
        aria-label={t(isPlaying ? 'media.pause' : 'media.play', { name })}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={isPlaying ? 'M7 5h4v14H7zM13 5h4v14h-4z' : 'M8 5v14l11-7z'} />
        </svg>
      </button>
      <div className="audio__wave">
        {computeBarHeights(waveform, seed).map((height, index) => (
          <i key={index} style={{ height }} data-past={index / SHOWN_BARS < share || undefined} />
        ))}
        <input
          type="range"
          min={0}
          max={Math.max(1, total)}
          step={0.1}
          value={at}
          aria-label={t('media.position', { name })}
          aria-valuetext={`${formatSeconds(at)} / ${formatSeconds(total)}`}
          onChange={(event) => seek(Number(event.target.value))}
        />
      </div>
      <button
        type="button"
        className="audio__speed"
        onClick={changeSpeed}
        aria-label={t('media.speed', { speed: shownSpeed })}
      >
        {shownSpeed}
      </button>
      <span className="audio__time">{formatSeconds(isPlaying || at > 0 ? at : total)}</span>
    </div>
  )
}
