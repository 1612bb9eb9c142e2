import type { SimulatorChatMessage } from '@balcao/contracts'

type Media = NonNullable<SimulatorChatMessage['media']>

/** Pictures, sound and film in place; everything else as a named file. */
export const MessageMedia = ({ media, kind }: { media: Media; kind: SimulatorChatMessage['kind'] }) => {
  if (kind === 'image' || kind === 'sticker')
    return (
      <img className="sim-media" src={media.url} alt={media.name} width={220} height={165} loading="lazy" />
    )
  // A customer's own clip has no captions to offer.
  if (kind === 'audio') return <audio className="sim-audio" src={media.url} controls preload="metadata" />
  if (kind === 'video')
    return (
      <video className="sim-media" src={media.url} width={220} height={165} controls preload="metadata" />
    )
  return (
    <a className="sim-file" href={media.url} download={media.name} target="_blank" rel="noopener noreferrer">
      {media.name}
    </a>
  )
}
