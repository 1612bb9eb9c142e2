import { MAX_OPTION_LEVELS, type QueueOptionView } from '@balcao/contracts'

import { applyDraft, buildTree, isDraftChanged, mayGrow, openDraft, planMove, type Move } from './option-tree'

const option = (id: number, number: string, parentId: number | null = null): QueueOptionView => ({
  id,
  queueId: 3,
  parentId,
  title: `Opção ${id}`,
  message: '',
  option: number,
  mediaPath: null,
  mediaName: null,
})

/* 1 (11, 12), 2 */
const options = [option(2, '2'), option(12, '2', 1), option(1, '1'), option(11, '1', 1)]
const find = (id: number) => options.find((one) => one.id === id)!

describe('the option tree of the editor', () => {
  it('has siblings by their numbers, each with its level', () => {
    const [first, second] = buildTree(options)
    expect([first?.option.id, first?.level, second?.option.id]).toEqual([1, 1, 2])
    expect(first?.children.map(({ option: { id }, level }) => [id, level])).toEqual([
      [11, 2],
      [12, 2],
    ])
  })

  it.each<[number, Move, unknown]>([
    [1, 'up', undefined],
    [2, 'up', { option: '1' }],
    [1, 'down', { option: '2' }],
    [2, 'down', undefined],
    [1, 'in', undefined],
    [2, 'in', { parentId: 1 }],
    [12, 'in', { parentId: 11 }],
    [1, 'out', undefined],
    [11, 'out', { parentId: null, option: '2' }],
  ])('moves option %i %s by %j', (id, move, patch) => {
    expect(planMove(options, find(id), move)).toEqual(patch)
  })

  it.each([
    ['as it was opened', {}, false],
    ['with another title', { title: 'Opção 12!' }, true],
    ['with a message', { message: 'Oi' }, true],
    ['with a title that was typed back', { title: 'Opção 12' }, false],
  ])('knows a draft %s: changed %s', (_name, typed, changed) => {
    expect(isDraftChanged({ ...openDraft(find(12)), ...typed })).toBe(changed)
  })

  it('grows to ten levels', () => {
    expect([mayGrow(MAX_OPTION_LEVELS - 1), mayGrow(MAX_OPTION_LEVELS)]).toEqual([true, false])
  })

  it('has what is being written for the preview, once it has a name', () => {
    const draft = openDraft({ id: 12, parentId: 1, title: 'Novo', message: 'Oi' })
    expect(applyDraft(options, 3, draft)).toContainEqual({ ...find(12), title: 'Novo', message: 'Oi' })
    expect(applyDraft(options, 3, { ...draft, id: null })).toContainEqual({
      ...option(0, '3', 1),
      title: 'Novo',
      message: 'Oi',
    })
    expect(applyDraft(options, 3, { ...draft, title: ' ' })).toEqual(options)
    expect(applyDraft(options, 3, null)).toEqual(options)
  })
})
