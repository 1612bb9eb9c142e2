import { memo, useMemo, type ReactNode } from 'react'

import { splitFound } from '../lib/find-words'
import { parseMarks, type Mark } from '../lib/parse-marks'
import { FoundText } from './found-text'

const renderMarks = (marks: Mark[], found: string): ReactNode[] =>
  marks.map((mark, index) => <Piece key={index} mark={mark} found={found} />)

const Piece = ({ mark, found }: { mark: Mark; found: string }): ReactNode => {
  if (mark.kind === 'text')
    return found === '' ? mark.text : <FoundText pieces={splitFound(mark.text, found)} />
  if (mark.kind === 'mono') return <code>{mark.text}</code>
  if (mark.kind === 'link')
    return (
      <a href={mark.href} target="_blank" rel="noopener noreferrer">
        {mark.text}
      </a>
    )
  const children = renderMarks(mark.children, found)
  if (mark.kind === 'bold') return <strong>{children}</strong>
  return mark.kind === 'italic' ? <em>{children}</em> : <s>{children}</s>
}

/** A message's text with WhatsApp's marks as elements, never as HTML; words that begin with those of `found` are marked. */
export const RichText = memo(({ text, found = '' }: { text: string; found?: string }) => {
  const marks = useMemo(() => parseMarks(text), [text])
  return <>{renderMarks(marks, found)}</>
})
RichText.displayName = 'RichText'
