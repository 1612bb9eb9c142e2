import type { DriverSession } from '../whatsapp-driver'
import type { FollowUp } from './follow-up'
import { startMediaFetcher } from './media-fetcher'
import { startPlaceholderRequests } from './placeholder-requests'
import type { InboundDeps, SessionHolder } from './record-inbound-message'

/** Downloads files and requests contents that recorded messages wait for, over one connected session. */
export function startFollowUps(
  deps: InboundDeps,
  holder: SessionHolder,
  session: Pick<DriverSession, 'fetchMedia' | 'requestFromPhone'>,
  failed: (error: unknown) => void,
): FollowUp {
  const works = [
    startMediaFetcher(deps, holder, session, failed),
    startPlaceholderRequests(deps, holder, session, failed),
  ]
  return {
    nudge: () => works.forEach((work) => work.nudge()),
    stop: async () => {
      await Promise.all(works.map((work) => work.stop()))
    },
  }
}
