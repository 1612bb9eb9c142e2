import type { TicketView } from '@balcao/contracts'
import { useEffect } from 'react'

import { storageKeys, writeStored } from '../lib/storage'

/** Whether a person has written to a customer who has a queue. */
export const isAnswered = ({
  isGroup,
  queueId,
  lastMessageUser,
}: Pick<TicketView, 'isGroup' | 'queueId' | 'lastMessageUser'>): boolean =>
  !isGroup && queueId !== null && lastMessageUser !== null

/** Keeps that a ticket was answered, once it is so. */
export const useKeepAnswered = (isSo: boolean): void =>
  useEffect(() => {
    if (isSo) writeStored(storageKeys.hasAnswered, '1')
  }, [isSo])

/** Keeps for the first steps that the open ticket was answered: the next message of the customer, bot or campaign hides it. */
export const useKeepAnswer = (ticket: TicketView): void => useKeepAnswered(isAnswered(ticket))
