import type { TagRefView, TagView, TicketView } from '@balcao/contracts'

import type { TicketFilter } from '../../data/ticket-lists'

/** One lane of the board; without a tag it has the tickets of no lane. */
export interface Lane {
  /** 0 for the tickets of no lane. */
  id: number
  name: string
  color: string | undefined
  tag: TagRefView | undefined
}

/** What narrows every lane. */
export interface BoardFilter {
  queueIds: number[] | null
  /** Only this agent's tickets. */
  userId: number | undefined
  searchParam: string
}

/** The lane of tickets without any lane's tag, then one for each tag, by id. */
export const listLanes = (tags: readonly TagView[], openName: string): Lane[] => [
  { id: 0, name: openName, color: undefined, tag: undefined },
  ...tags.map((tag) => ({ id: tag.id, name: tag.name, color: tag.color, tag })),
]

/** What a lane asks the server for. */
export const buildLaneFilter = (
  lane: Lane,
  tags: readonly TagRefView[],
  { queueIds, userId, searchParam }: BoardFilter,
): TicketFilter => ({
  kanban: true,
  showAll: true,
  queueIds,
  tags: lane.tag ? [lane.tag.id] : [],
  withoutTags: lane.tag ? [] : tags.map(({ id }) => id),
  users: userId === undefined ? [] : [userId],
  searchParam: searchParam.trim().toLowerCase(),
})

/** The tags of a card that are no lanes. */
export const listOtherTags = (
  ticket: Pick<TicketView, 'tags'>,
  tags: readonly TagRefView[],
): TicketView['tags'] => ticket.tags.filter(({ id }) => !tags.some((lane) => lane.id === id))

/** The lane that a digit key means: 1 is the first. */
export const findLaneByKey = (lanes: readonly Lane[], key: string): Lane | undefined =>
  /^[1-9]$/.test(key) ? lanes[Number(key) - 1] : undefined
