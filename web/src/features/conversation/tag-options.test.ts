import type { TagView } from '@balcao/contracts'

import { listTagOptions } from './tag-options'

const buildTag = (id: number, name: string): TagView => ({
  id,
  name,
  color: '#123456',
  kanban: 0,
  userId: null,
})
const tags = [buildTag(1, 'Urgente'), buildTag(2, 'Não urgente'), buildTag(3, 'VIP')]
const listNames = (typed: string, chosen: TagView[] = []) =>
  listTagOptions(tags, chosen, typed).map((option) =>
    option.kind === 'tag' ? option.tag.name : `+${option.name}`,
  )

describe('the options of the tag field', () => {
  it.each([
    ['', ['Não urgente', 'Urgente', 'VIP']],
    ['urg', ['Urgente', 'Não urgente', '+urg']],
    ['NAO', ['Não urgente', '+NAO']],
    ['vip ', ['VIP']],
    ['Troca', ['+Troca']],
  ])('typed "%s"', (typed, names) => expect(listNames(typed)).toEqual(names))

  it('leave chosen ones out, and make none of their name', () => {
    expect(listNames('vip', tags)).toEqual([])
    expect(listNames('urg', tags.slice(0, 1))).toEqual(['Não urgente', '+urg'])
  })

  it('are a hundred at most, and the offer', () => {
    const many = Array.from({ length: 300 }, (_unused, index) => buildTag(index, `tag ${index}`))
    expect(listTagOptions(many, [], 'tag')).toHaveLength(101)
  })
})
