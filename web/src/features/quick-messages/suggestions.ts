import { foldText, type QuickMessageView } from '@balcao/contracts'

import { QUICK_LABEL_CUT } from '../../lib/constants'
import { messageVariables, type MessageVariable } from '../../lib/message-variables'

/** What a choice replaces in the text, from `start` to the caret. */
export type Suggestion =
  | { kind: 'quick-message'; quickMessage: QuickMessageView; start: number }
  | { kind: 'variable'; variable: MessageVariable; start: number }

const MOST = 50

/** `/{shortcode} - {message}` in one line, cut at 35 characters. */
export const toQuickLabel = ({
  shortcode,
  message,
}: Pick<QuickMessageView, 'shortcode' | 'message'>): string => {
  const label = [...`/${shortcode} - ${message.replace(/\s+/g, ' ')}`]
  return label.length > QUICK_LABEL_CUT ? `${label.slice(0, QUICK_LABEL_CUT).join('')}…` : label.join('')
}

/* Shortcodes that begin with the words come first. */
function findQuickMessages(offered: readonly QuickMessageView[], words: string): Suggestion[] {
  const wanted = foldText(words)
  const ranked = offered.map((quickMessage) => ({
    quickMessage,
    at: foldText(quickMessage.shortcode).indexOf(wanted),
  }))
  const found = ranked.filter(({ at }) => at !== -1)
  const first = found.filter(({ at }) => at === 0)
  const later = found.filter(({ at }) => at > 0)
  return [...first, ...later]
    .slice(0, MOST)
    .map(({ quickMessage }) => ({ kind: 'quick-message', quickMessage, start: 0 }))
}

const OPEN_VARIABLE = /\{\{([a-zA-Z]*)$/

function findVariables(beforeCaret: string): Suggestion[] {
  const typed = OPEN_VARIABLE.exec(beforeCaret)
  if (!typed) return []
  const wanted = (typed[1] ?? '').toLowerCase()
  return messageVariables
    .filter((variable) => variable.toLowerCase().startsWith(wanted))
    .map((variable) => ({ kind: 'variable', variable, start: typed.index }))
}

/**
 * What is offered for a text: quick messages when it begins with a slash and is longer than that, variables after `{{`.
 * Quick messages with a line break or longer than a shortcode may be are not meant: `/` may begin any text.
 */
export function findSuggestions(
  text: string,
  caret: number,
  offered: readonly QuickMessageView[],
): Suggestion[] {
  if (text.startsWith('/') && text.length > 1 && !text.includes('\n'))
    return findQuickMessages(offered, text.slice(1))
  return findVariables(text.slice(0, caret))
}
