import type { TextPiece } from '../lib/find-words'

/** Text with the words that were looked for marked. */
export const FoundText = ({ pieces }: { pieces: TextPiece[] }) => (
  <>{pieces.map(({ text, isFound }, index) => (isFound ? <mark key={index}>{text}</mark> : text))}</>
)
