/**
 * Texts that a company sends by itself: the question for a rating, the completion message, what is said when a silent ticket closes, and
 * everything else (bot, assistants, acceptance, transfer).
 */
export const automaticTexts = ['rating', 'completion', 'expiry', 'other'] as const
export type AutomaticText = (typeof automaticTexts)[number]
