const MAX_LENGTH = 2_000

/* As WhatsApp marks links: from the protocol to the next space or quote. */
const LINK = /https?:\/\/[^\s<>"'`]+/i
/* What ends a sentence, or marks words as bold, belongs to the text around the link. */
const AFTER_LINK = /[.,;:!?…”»)\]}*]+$/

/** The first http or https address in a text, exactly as it stands there. */
export function findLink(text: string): string | undefined {
  const link = LINK.exec(text)?.[0].replace(AFTER_LINK, '')
  return link && link.length <= MAX_LENGTH && URL.canParse(link) ? link : undefined
}
