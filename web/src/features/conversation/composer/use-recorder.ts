import { useCallback, useEffect, useRef, useState } from 'react'

import { buildRecordingFile, drawWaveform, findRecordableContainer } from './recording'

export type RecorderState = 'idle' | 'asking' | 'recording' | 'paused' | 'denied'

const BARS = 32
const TICK_MS = 80

interface Session {
  recorder: MediaRecorder
  stream: MediaStream
  sound: AudioContext
  /** How loud it is now, 0 to 1. */
  level: () => number
  chunks: Blob[]
}

const createLevelMeter = (sound: AudioContext, stream: MediaStream) => {
  const analyser = sound.createAnalyser()
  analyser.fftSize = 512
  sound.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  return () => {
    analyser.getFloatTimeDomainData(samples)
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
    return Math.min(1, Math.sqrt(power) * 4)
  }
}

const openSession = (stream: MediaStream, mimeType: string): Session => {
  const recorder = new MediaRecorder(stream, { mimeType })
  const sound = new AudioContext()
  const chunks: Blob[] = []
  recorder.ondataavailable = ({ data }) => chunks.push(data)
  recorder.start(1_000)
  return { recorder, stream, sound, level: createLevelMeter(sound, stream), chunks }
}

const closeSession = ({ recorder, stream, sound }: Session) => {
  if (recorder.state !== 'inactive') recorder.stop()
  for (const track of stream.getTracks()) track.stop()
  void sound.close()
}

/** What the browser heard while it recorded. */
export interface Sound {
  durationSeconds: number
  /** Null when nothing was measured. */
  waveform: string | null
}

export interface Recording {
  file: File
  sound: Sound
}

/** Records a voice note: permission, time, level, pause. Nothing is sent before `finish`. */
export const useRecorder = () => {
  const [state, setState] = useState<RecorderState>('idle')
  const [seconds, setSeconds] = useState(0)
  const [bars, setBars] = useState<number[]>([])
  const session = useRef<Session | null>(null)
  const asked = useRef(0)
  const spoken = useRef(0)
  const levels = useRef<number[]>([])

  const drop = useCallback((next: RecorderState = 'idle') => {
    asked.current += 1
    if (session.current) closeSession(session.current)
    session.current = null
    setState(next)
  }, [])

  const start = useCallback(async () => {
    const container = findRecordableContainer()
    if (!container) return drop('denied')
    const turn = (asked.current += 1)
    spoken.current = 0
    levels.current = []
    setSeconds(0)
    setBars([])
    setState('asking')
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch(() => null)
    if (asked.current !== turn) return stream?.getTracks().forEach((track) => track.stop())
    if (!stream) return setState('denied')
    session.current = openSession(stream, container.mimeType)
    setState('recording')
  }, [drop])

  const pause = useCallback(() => {
    session.current?.recorder.pause()
    setState('paused')
  }, [])
  const resume = useCallback(() => {
    session.current?.recorder.resume()
    setState('recording')
  }, [])

  /** The recording as a file; null when there was none. */
  const finish = useCallback(async (): Promise<Recording | null> => {
    const { current } = session
    const container = findRecordableContainer()
    if (!current || !container) return null
    await new Promise<void>((resolve) => {
      current.recorder.onstop = () => resolve()
      current.recorder.stop()
    })
    drop()
    return {
      file: buildRecordingFile(current.chunks, container, new Date()),
      sound: { durationSeconds: Math.round(spoken.current), waveform: drawWaveform(levels.current) },
    }
  }, [drop])

  useEffect(() => {
    if (state !== 'recording') return
    const timer = setInterval(() => {
      spoken.current += TICK_MS / 1000
      setSeconds(spoken.current)
      levels.current.push(session.current?.level() ?? 0)
      setBars(levels.current.slice(-BARS))
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [state])
  useEffect(() => () => drop(), [drop])

  return { state, seconds, bars, start, pause, resume, finish, cancel: drop }
}

export type Recorder = ReturnType<typeof useRecorder>
