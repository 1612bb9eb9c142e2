import type { TagRefView, TicketView } from '@balcao/contracts'

const byName = (left: TagRefView, right: TagRefView) =>
  left.name.localeCompare(right.name) || left.id - right.id

/** A ticket's tags after its card moved: no lane but this one. */
export const changeLane = (
  tags: TicketView['tags'],
  lane: TagRefView | undefined,
  lanes: readonly TagRefView[],
): TicketView['tags'] => {
  const others = tags.filter(({ id }) => !lanes.some((other) => other.id === id))
  return lane ? [...others, { id: lane.id, name: lane.name, color: lane.color }].sort(byName) : others
}
