/** How far a message got: -1 failed, 0 waiting, 1 sent, 2 received, 3 read, 4 and 5 played. */
export interface AckState {
  ack: number
  /** A code of the catalogue when ack is -1, else ''. */
  failure: string
}

const HIGHEST = 5

/* The network took it, which some say before they know whether they can deliver it. */
const SENT = 1

/* The gateway refused a request that it got weeks late, and does not know whether it was sent before. */
const TOO_LATE = 'ERR_WAPP_TOO_LATE'

/**
 * The state after news from the network, or undefined when the news is old. An ack only rises; a failure counts only
 * while nothing better than "sent" is known, or as the certain end of an unknown outcome, and anything better replaces it.
 * ERR_WAPP_TOO_LATE counts while nothing at all is known.
 */
export function raiseAck(current: AckState, news: AckState): AckState | undefined {
  if (news.ack > HIGHEST || news.ack === 0 || news.ack < -1) return undefined
  if (news.ack === -1)
    return isOpenTo(news, current) ? { ack: -1, failure: news.failure || 'ERR_SENDING_WAPP_MSG' } : undefined
  return news.ack > current.ack ? { ack: news.ack, failure: '' } : undefined
}

const isOpenTo = (news: AckState, { ack, failure }: AckState): boolean =>
  ack === 0 || (news.failure !== TOO_LATE && (ack === SENT || failure === 'ERR_WAPP_UNCONFIRMED'))
