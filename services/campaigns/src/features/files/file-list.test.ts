import type { Media } from '@balcao/contracts/wire'

import { attachFiles, listKeys, replaceOptions, type FileOption } from './file-list'

const media = (key: string) => ({ key, name: `${key}.pdf` }) as Media
const option = (id: number, key?: string): FileOption => ({
  id,
  name: `opção ${id}`,
  media: key === undefined ? null : media(key),
})
const options = [option(1, 'a'), option(2, 'b'), option(5)]

describe('options that are replaced', () => {
  it('keep their file under their id, in the new order; new ones get an id of their own', () => {
    const replaced = replaceOptions(options, [
      { id: 2, name: 'dois' },
      { id: undefined, name: 'novo' },
      { id: 1, name: 'um' },
      { id: undefined, name: 'outro' },
    ])
    expect(replaced).toEqual([
      { id: 2, name: 'dois', media: media('b') },
      { id: 6, name: 'novo', media: null },
      { id: 1, name: 'um', media: media('a') },
      { id: 7, name: 'outro', media: null },
    ])
  })

  it.each([
    ['an unknown id', [{ id: 9, name: 'x' }], [6]],
    [
      'an id given twice',
      [
        { id: 1, name: 'x' },
        { id: 1, name: 'y' },
      ],
      [1, 6],
    ],
  ])('take %s as new', (_what, drafts, ids) =>
    expect(replaceOptions(options, drafts).map(({ id }) => id)).toEqual(ids),
  )
})

describe('files', () => {
  it('go to the options that are named, each in place of the one before', () =>
    expect(listKeys(attachFiles(options, [5, 1], [media('c'), media('d')]))).toEqual(['d', 'b', 'c']))
  it('go to no unknown option', () =>
    expect(() => attachFiles(options, [1, 9], [media('c'), media('d')])).toThrow('ERR_NO_FILE_FOUND'))
})
