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
