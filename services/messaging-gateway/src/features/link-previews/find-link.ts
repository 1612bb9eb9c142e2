import { trimLink } from '@balcao/contracts'

const MAX_LENGTH = 2_000

const PROTOCOL = /https?:\/\//i
/* As WhatsApp marks links: from the protocol to the next space or quote. */
const END = /[\s<>"'`]/

/** The first http or https address in a text, exactly as it stands there. Undefined where it is longer than 2,000 characters. */
export function findLink(text: string): string | undefined {
  const start = text.search(PROTOCOL)
  if (start < 0) return undefined
  const seen = text.slice(start, start + MAX_LENGTH + 1)
  const end = seen.search(END)
  if (end < 0 && seen.length > MAX_LENGTH) return undefined
  const link = trimLink(end < 0 ? seen : seen.slice(0, end))
  return URL.canParse(link) ? link : undefined
}
