/**
 * A question with its options as text that is answered with a number: what buttons and lists become where there are
 * none. The options count from 1, in their order.
 */
export function formatNumberedOptions(question: string, options: readonly string[]): string {
  const lines = options.map((option, at) => `*${at + 1}.* ${option.trim().replace(/\s+/g, ' ')}`)
  return [question.trim(), lines.join('\n')].filter(Boolean).join('\n\n')
}
