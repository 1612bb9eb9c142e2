const TOO_LARGE = ['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE']

/** Whether a broker refused a batch that is larger than its topic takes. */
export function isTooLarge(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('type' in error && TOO_LARGE.includes(String(error.type))) || isTooLarge(error.cause)
}
