/** Tickets that a transfer made in this tab may take from its viewer: losing them is expected, and no error. */
const leaving = new Set<number>()

/** From before the transfer is sent until it fails, or the ticket is left. */
export const expectToLeave = (ticketId: number): void => void leaving.add(ticketId)

export const stopExpecting = (ticketId: number): void => void leaving.delete(ticketId)

export const isExpectedToLeave = (ticketId: number | undefined): boolean =>
  ticketId !== undefined && leaving.has(ticketId)
