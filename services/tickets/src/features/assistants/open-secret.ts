import type { Sealer } from '@balcao/kernel'

import { AssistantFailure } from './http-answers'

/** What was sealed for this purpose; undefined where nothing is. @throws {AssistantFailure} */
export function openSecret(
  { sealer }: { sealer: Sealer },
  sealed: string | null,
  purpose: string,
): string | undefined {
  if (sealed === null) return undefined
  const opened = sealer.open(sealed, purpose)
  if (opened === undefined) throw new AssistantFailure('TICKETS_SEAL_KEY does not open this secret', false)
  return opened
}
