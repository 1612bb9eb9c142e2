import { tags } from '../../testing/desk-builders'
import { isNameTaken, toTagBody, toTagValues } from './tag.form'

describe('the form of a tag', () => {
  it('sends the lane only for those who may set it', () => {
    const values = { ...toTagValues(tags[0]), isLane: true }
    expect(toTagBody(values, true)).toMatchObject({ kanban: 1 })
    expect(toTagBody(values, false)).not.toHaveProperty('kanban')
  })

  it('refuses the name of another tag, in any case', () => {
    const [first] = tags
    const name = ` ${first?.name.toUpperCase()} `
    expect(isNameTaken(tags, name, undefined)).toBe(true)
    expect(isNameTaken(tags, name, first?.id)).toBe(false)
    expect(isNameTaken(tags, 'Outra', undefined)).toBe(false)
  })
})
