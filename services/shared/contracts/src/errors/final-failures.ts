import type { ErrorCode } from './error-codes'

/* The customer, or the network for this customer, has said no. */
const finalFailures: readonly ErrorCode[] = ['ERR_WAPP_OPTED_OUT', 'ERR_WAPP_BLOCKED_BY_POLICY']

/** Whether a message that failed so may be sent once more: by a person, as it stands. */
export const isWorthRepeating = (failure: string): boolean => !finalFailures.some((code) => code === failure)
