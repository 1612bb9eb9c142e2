import { encodeWaveform, TALLEST_BAR, WAVEFORM_BARS } from '@balcao/contracts'

/** Shorter recordings are discarded. */
export const MIN_RECORDING_BYTES = 10_000

interface Container {
  /** As the recorder is asked for it. */
  mimeType: string
  extension: string
}

/* Opus first: the network's own voice notes are Opus, and nothing has to be encoded twice. */
const containers: readonly Container[] = [
  { mimeType: 'audio/ogg;codecs=opus', extension: 'ogg' },
  { mimeType: 'audio/webm;codecs=opus', extension: 'webm' },
  { mimeType: 'audio/mp4', extension: 'm4a' },
]

/** The preferred container this browser records; undefined when it cannot record (no MediaRecorder, or no TLS). */
export const findRecordableContainer = (): Container | undefined => {
  // Without TLS the browser keeps its devices to itself.
  if (!('MediaRecorder' in globalThis) || !('mediaDevices' in navigator)) return undefined
  return containers.find(({ mimeType }) => MediaRecorder.isTypeSupported(mimeType))
}

/** The file of a recording, named after the desk. */
export const buildRecordingFile = (chunks: readonly Blob[], container: Container, now: Date): File => {
  const type = container.mimeType.split(';')[0]
  return new File([...chunks], `audio-record-site-${now.getTime()}.${container.extension}`, { type })
}

/**
 * The waveform of a recording: means of the levels of its parts, as high as the loudest allows; null without levels.
 * @param levels from 0 to 1, in order.
 */
export const drawWaveform = (levels: readonly number[]): string | null => {
  if (levels.length === 0) return null
  const means = Array.from({ length: WAVEFORM_BARS }, (_unused, bar) => {
    const from = Math.floor((bar * levels.length) / WAVEFORM_BARS)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * levels.length) / WAVEFORM_BARS))
    return levels.slice(from, to).reduce((sum, level) => sum + level, 0) / (to - from)
  })
  const loudest = Math.max(...means)
  return encodeWaveform(means.map((mean) => (loudest > 0 ? (mean / loudest) * TALLEST_BAR : 0)))
}
