import { selectCaption } from './caption'
import type { Bubble, ThreadRow } from './thread-rows'

/* As WhatsApp's apps do: two or three pictures are worth their size. */
const FEWEST = 4
/* Sent together; pictures of the same run that are further apart belong to different moments. */
const GAP_MS = 60_000

type MessageRow = Extract<ThreadRow, { kind: 'message' }>

/* Nothing but the picture: a caption, a quote or a failure is only told beside a bubble of its own. */
const isPlainPicture = ({ message }: Bubble): boolean =>
  (message.mediaType === 'image' || message.mediaType === 'video') &&
  message.mediaUrl !== null &&
  message.mediaState === null &&
  message.ack !== -1 &&
  !message.isDeleted &&
  message.quotedMsg === null &&
  message.ad === null &&
  selectCaption(message) === ''

const belongsTo = (
  before: MessageRow,
  row: ThreadRow,
  pageStarts: ReadonlySet<string>,
): row is MessageRow => {
  if (row.kind !== 'message' || row.isRunStart || !isPlainPicture(row.bubble)) return false
  const [left, right] = [before.bubble.message, row.bubble.message]
  return (
    !pageStarts.has(right.id) &&
    left.marks.join() === right.marks.join() &&
    Date.parse(right.createdAt) - Date.parse(left.createdAt) < GAP_MS
  )
}

const readAlbum = (
  rows: readonly ThreadRow[],
  from: number,
  pageStarts: ReadonlySet<string>,
): MessageRow[] => {
  const first = rows[from]
  if (first?.kind !== 'message' || !isPlainPicture(first.bubble)) return []
  const album = [first]
  for (const row of rows.slice(from + 1)) {
    if (!belongsTo(album.at(-1) ?? first, row, pageStarts)) break
    album.push(row)
  }
  return album
}

/**
 * The rows with four and more pictures and videos of one run in one row, when they follow each other within a minute and
 * nothing is written about them. The row has the key of its first message.
 * @param pageStarts ids of the oldest message of each loaded page. An album ends before each: an older page changes no row
 * that is on the screen.
 */
export const gatherAlbums = (rows: readonly ThreadRow[], pageStarts: ReadonlySet<string>): ThreadRow[] => {
  const gathered: ThreadRow[] = []
  for (let at = 0; at < rows.length;) {
    const album = readAlbum(rows, at, pageStarts)
    const isAlbum = album.length >= FEWEST
    const [row] = rows.slice(at, at + 1)
    if (isAlbum && album[0]) {
      const { key, isRunStart } = album[0]
      const isRunEnd = album.at(-1)?.isRunEnd ?? true
      gathered.push({ kind: 'album', key, isRunStart, isRunEnd, bubbles: album.map(({ bubble }) => bubble) })
    } else if (row) gathered.push(row)
    at += isAlbum ? album.length : 1
  }
  return gathered
}
