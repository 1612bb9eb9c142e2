import { memo, useMemo, type ReactNode } from 'react'

import { parseMarks, type Mark } from '../lib/parse-marks'

const renderMarks = (marks: Mark[]): ReactNode[] =>
  marks.map((mark, index) => <Piece key={index} mark={mark} />)

const Piece = ({ mark }: { mark: Mark }): ReactNode => {
  if (mark.kind === 'text') return mark.text
  if (mark.kind === 'mono') return <code>{mark.text}</code>
  if (mark.kind === 'link')
    return (
      <a href={mark.href} target="_blank" rel="noopener noreferrer">
        {mark.text}
      </a>
    )
  const children = renderMarks(mark.children)
  if (mark.kind === 'bold') return <strong>{children}</strong>
  return mark.kind === 'italic' ? <em>{children}</em> : <s>{children}</s>
}

/** A message's text with WhatsApp's marks as elements; never as HTML. */
export const RichText = memo(({ text }: { text: string }) => {
  const marks = useMemo(() => parseMarks(text), [text])
  return <>{renderMarks(marks)}</>
})
RichText.displayName = 'RichText'
