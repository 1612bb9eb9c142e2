import { OpusDecoder } from 'opus-decoder'

interface Sound {
  /** The packets of each part. */
  parts: readonly (readonly Uint8Array[])[]
  channels: number
}

/* Mean absolute sample value. */
function meanLevel(samples: Float32Array | undefined): number {
  if (!samples || samples.length === 0) return 0
  return samples.reduce((sum, sample) => sum + Math.abs(sample), 0) / samples.length
}

const createDecoder = (channels: number) =>
  new OpusDecoder({
    channels,
    streamCount: 1,
    coupledStreamCount: channels - 1,
    channelMappingTable: channels === 1 ? [0] : [0, 1],
    preSkip: 0,
  })

/** Mean loudness of each part. @throws Error for packets that are not Opus. */
export async function readLoudness({ parts, channels }: Sound): Promise<number[]> {
  const decoder = createDecoder(channels)
  await decoder.ready
  try {
    return parts.map((packets) => {
      const { channelData, errors } = decoder.decodeFrames([...packets])
      if (errors.length > 0) throw new Error(errors[0]?.message)
      return meanLevel(channelData[0])
    })
  } finally {
    decoder.free()
  }
}
