import { hashToRange, formatInitials } from '../lib/initials'
import './avatar.css'

/** Pairs with at least 4.5:1 in both themes: the disc keeps its own light colour. */
const hues = [
  ['#CFE8DD', '#0A5A45'],
  ['#D6E4F7', '#123F78'],
  ['#E9DBF3', '#4A1470'],
  ['#FBE3CF', '#6B3A08'],
  ['#F7D8DE', '#7A1730'],
  ['#DDEBC9', '#3B5313'],
  ['#FFE9B8', '#5C4200'],
  ['#E3E8E5', '#38453F'],
] as const

export interface AvatarProps {
  name: string
  url?: string | null
  /** Pixels; the box is reserved before the picture arrives. */
  size?: number
  /** What the hue is chosen by; the name unless given. */
  seed?: string
}

/** A round picture, or initials on a hue that stays with the name. Decorative: the name stands beside it. */
export const Avatar = ({ name, url, size = 44, seed }: AvatarProps) => {
  const [background, color] = hues[hashToRange(seed ?? name, hues.length)] ?? hues[0]
  return (
    <span
      className="avatar"
      aria-hidden="true"
      // Drawn by CSS: letters that stand for a name beside them are no text of their own.
      data-initials={formatInitials(name)}
      style={{ width: size, height: size, background, color, fontSize: Math.round(size * 0.36) }}
    >
      {url ? <img src={url} alt="" width={size} height={size} loading="lazy" decoding="async" /> : null}
    </span>
  )
}
