import type { TagView } from '@balcao/contracts'

import { buildLaneFilter, findLaneByKey, listLanes, listOtherTags } from './lanes'

const tag = (id: number, name: string): TagView => ({ id, name, color: '#123456', kanban: 1, userId: null })
const tags = [tag(3, 'Retorno'), tag(8, 'Proposta')]
const lanes = listLanes(tags, 'Em aberto')
const board = { queueIds: null, userId: undefined, searchParam: ' Maria ' }

describe('the lanes of the kanban', () => {
  it('begin with the tickets of no lane', () => {
    expect(lanes.map(({ id, name }) => [id, name])).toEqual([
      [0, 'Em aberto'],
      [3, 'Retorno'],
      [8, 'Proposta'],
    ])
  })

  it('ask for the tickets with their tag, the first for those with none of them', () => {
    const asked = lanes.map((lane) => buildLaneFilter(lane, tags, board))
    expect(asked.map((filter) => [filter.tags, filter.withoutTags])).toEqual([
      [[], [3, 8]],
      [[3], []],
      [[8], []],
    ])
    expect(asked[0]).toMatchObject({ kanban: true, searchParam: 'maria' })
  })

  it('ask for the tickets of one agent', () => {
    const [open] = lanes
    expect(buildLaneFilter(open!, tags, { ...board, userId: 7 }).users).toEqual([7])
  })

  it('have the digits as keys', () => {
    expect(['1', '3', '4', '0', 'a'].map((key) => findLaneByKey(lanes, key)?.name)).toEqual([
      'Em aberto',
      'Proposta',
      undefined,
      undefined,
      undefined,
    ])
  })

  it('leave a card its other tags', () => {
    expect(listOtherTags({ tags: [...tags, tag(5, 'VIP')] }, tags).map(({ name }) => name)).toEqual(['VIP'])
  })
})
