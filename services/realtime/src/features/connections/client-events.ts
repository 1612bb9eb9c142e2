import { ticketId, ticketStatuses, type SocketAck, type TicketId, type TicketStatus } from '@balcao/contracts'

/** A ticket's id as clients send it: a number, or its canonical digits in a string. */
export function parseTicketId(value: unknown): TicketId | undefined {
  const number = typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 1
    ? ticketId(number)
    : undefined
}

export const findTicketStatus = (value: unknown): TicketStatus | undefined =>
  ticketStatuses.find((status) => status === value)

export const acceptedAck: SocketAck = { ok: true }
export const refusedAck = (error: string): SocketAck => ({ ok: false, error })

/** The arguments of an event, and its acknowledgement callback if the client passed one. */
export function splitAck(values: readonly unknown[]): {
  args: unknown[]
  ack: ((answer: SocketAck) => void) | undefined
} {
  const last = values.at(-1)
  if (typeof last !== 'function') return { args: [...values], ack: undefined }
  return { args: values.slice(0, -1), ack: (answer) => void last(answer) }
}
