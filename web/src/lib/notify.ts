import { isNumber, readStoredJson, storageKeys, writeStored } from './storage'

const SOUND_AT_MOST_EVERY_MS = 2000

/** 0 to 1 in steps of 0.1; 1 unless stored. */
export const readVolume = (): number =>
  Math.min(1, Math.max(0, readStoredJson(storageKeys.volume, isNumber, 1)))
export const writeVolume = (volume: number): void => writeStored(storageKeys.volume, JSON.stringify(volume))

let audio: AudioContext | null = null
let lastSoundAt = -Infinity

/** Browsers allow sound only after a gesture. Call once, when the shell mounts; returns a disposer. */
export const unlockSoundOnGesture = (): (() => void) => {
  const unlock = () => {
    audio ??= new AudioContext()
    void audio.resume()
    stop()
  }
  const stop = () => {
    window.removeEventListener('pointerdown', unlock)
    window.removeEventListener('keydown', unlock)
  }
  window.addEventListener('pointerdown', unlock)
  window.addEventListener('keydown', unlock)
  return stop
}

const tone = (context: AudioContext, hertz: number, at: number, volume: number) => {
  const oscillator = context.createOscillator()
  const gain = context.createGain()
  oscillator.frequency.value = hertz
  gain.gain.setValueAtTime(0, at)
  gain.gain.linearRampToValueAtTime(volume * 0.25, at + 0.015)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.28)
  oscillator.connect(gain).connect(context.destination)
  oscillator.start(at)
  oscillator.stop(at + 0.3)
}

/** Plays two notes, at most once per 2 s; silent before the first gesture and at volume 0. */
export const playSound = (volume: number, now: number = performance.now()): void => {
  if (!audio || audio.state !== 'running' || volume === 0 || now - lastSoundAt < SOUND_AT_MOST_EVERY_MS)
    return
  lastSoundAt = now
  tone(audio, 880, audio.currentTime, volume)
  tone(audio, 1174.7, audio.currentTime + 0.12, volume)
}

export const areNoticesSupported = (): boolean => 'Notification' in window

/** Whether the browser may still be asked. */
export const canRequestNotices = (): boolean => areNoticesSupported() && Notification.permission === 'default'

const open = new Map<string, Notification>()

export interface DesktopNotice {
  /** One notice per tag: a newer one replaces it. */
  tag: string
  title: string
  body: string
  onClick: () => void
}

/** A notice of the operating system, when the user allowed it. */
export const showNotice = ({ tag, title, body, onClick }: DesktopNotice): void => {
  if (!areNoticesSupported() || Notification.permission !== 'granted') return
  try {
    const notice = new Notification(title, { body, tag, icon: '/favicon.svg' })
    notice.onclick = () => {
      window.focus()
      notice.close()
      onClick()
    }
    open.set(tag, notice)
  } catch {
    // Android allows them only through a service worker: the bell and the sound remain.
  }
}

export const closeNotice = (tag: string): void => {
  open.get(tag)?.close()
  open.delete(tag)
}

/** The number on the installed app's icon; 0 removes it. Browsers without badges ignore it. */
export const showAppBadge = (count: number): void => {
  if (!('setAppBadge' in navigator)) return
  // Refused while the app is not installed.
  navigator.setAppBadge(count).catch(() => undefined)
}
