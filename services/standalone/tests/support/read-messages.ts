import type { MessagesPage, MessageView } from '@balcao/contracts'

/** A ticket's messages, oldest first, unread ones left so. @param readPage answers a path of the API */
export async function readMessages(
  ticketId: number,
  readPage: (path: string) => Promise<MessagesPage>,
): Promise<MessageView[]> {
  const pages: MessageView[][] = []
  for (let before = ''; ;) {
    const page = await readPage(`/messages/${ticketId}?markAsRead=false${before}`)
    pages.unshift(page.messages)
    if (!page.hasMore) return pages.flat()
    before = `&before=${page.messages[0]!.seq}`
  }
}
