import { MAX_OPTION_LEVELS } from '@balcao/contracts'

import { assertMayJoin, closeGap, listTree, putAt, type TreeNode } from './option-tree'

const node = (id: number, parentId: number | undefined, position: number): TreeNode => ({
  id,
  parentId,
  position,
})

/* 1 (10 (100), 11), 2, 3 */
const tree = [node(3, undefined, 3), node(1, undefined, 1), node(2, undefined, 2), node(11, 1, 2)].concat([
  node(10, 1, 1),
  node(100, 10, 1),
])

const find = (id: number) => tree.find((candidate) => candidate.id === id)!
const ids = (nodes: readonly TreeNode[]) => nodes.map(({ id }) => id)

describe('an option tree', () => {
  it('is listed with parents before children and siblings by their number', () => {
    expect(ids(listTree(tree))).toEqual([1, 10, 100, 11, 2, 3])
  })

  it.each([
    [3, 1, [3, 1, 2]],
    [1, 3, [2, 3, 1]],
    [1, 99, [2, 3, 1]],
    [2, 2, [1, 2, 3]],
  ])('has option %i moved to number %i', (id, position, wanted) => {
    const siblings = putAt(tree, find(id), { parentId: undefined, position })
    expect(ids(siblings)).toEqual(wanted)
    expect(siblings.map(({ position: number }) => number)).toEqual([1, 2, 3])
  })

  it('takes an option of another parent in, and closes the gap it left', () => {
    const joined = putAt(tree, find(2), { parentId: 1, position: 2 })
    expect(joined.map(({ id, parentId, position }) => [id, parentId, position])).toEqual([
      [10, 1, 1],
      [2, 1, 2],
      [11, 1, 3],
    ])
    expect(closeGap(tree, find(2)).map(({ id, position }) => [id, position])).toEqual([
      [1, 1],
      [3, 2],
    ])
  })

  it.each([
    ['itself', 1, 1],
    ['its child', 1, 10],
    ['its grandchild', 1, 100],
  ])('refuses to put an option into %s', (_name, id, parentId) => {
    expect(() => assertMayJoin(tree, parentId, find(id))).toThrow('ERR_QUEUE_OPTION_IN_ITSELF')
  })

  it('refuses a parent that is not there', () => {
    expect(() => assertMayJoin(tree, 77)).toThrow('ERR_NO_QUEUE_OPTION_FOUND')
  })

  it(`has ${MAX_OPTION_LEVELS} levels at most, those that move along included`, () => {
    const chain = Array.from({ length: MAX_OPTION_LEVELS - 1 }, (_, index) =>
      node(index + 1, index === 0 ? undefined : index, 1),
    )
    const pair = [node(90, undefined, 2), node(91, 90, 1)]
    const all = [...chain, ...pair]
    expect(() => assertMayJoin(all, MAX_OPTION_LEVELS - 1)).not.toThrow()
    expect(() => assertMayJoin(all, MAX_OPTION_LEVELS - 2, pair[0])).not.toThrow()
    expect(() => assertMayJoin(all, MAX_OPTION_LEVELS - 1, pair[0])).toThrow('ERR_QUEUE_OPTION_TOO_DEEP')
    const full = [...all, node(99, MAX_OPTION_LEVELS - 1, 1)]
    expect(() => assertMayJoin(full, 99)).toThrow('ERR_QUEUE_OPTION_TOO_DEEP')
  })
})
