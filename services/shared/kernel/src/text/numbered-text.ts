/**
 * A question and its options as text, answered with a number: replaces buttons and lists where the channel has
 * none. Options are numbered from 1, in order.
 */
export function formatNumberedOptions(question: string, options: readonly string[]): string {
  const lines = options.map((option, at) => `*${at + 1}.* ${option.trim().replace(/\s+/g, ' ')}`)
  return [question.trim(), lines.join('\n')].filter(Boolean).join('\n\n')
}
