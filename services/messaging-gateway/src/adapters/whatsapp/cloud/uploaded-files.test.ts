import { DAY } from '@balcao/kernel'
import { fixedClock } from '@balcao/testkit'

import { UploadedFiles } from './uploaded-files'

const clock = fixedClock()

describe('files that were uploaded', () => {
  it('are found again, until they are refused or Meta may have deleted them', () => {
    const files = new UploadedFiles(clock)
    files.add('a', '1')
    files.add('b', '2')
    expect([files.find('a'), files.find('b'), files.find('c')]).toEqual(['1', '2', undefined])
    files.forget('b')
    expect([files.find('a'), files.find('b')]).toEqual(['1', undefined])
    clock.advance(25 * DAY + 1)
    expect(files.find('a')).toBeUndefined()
  })

  it('are a thousand at most, those used last', () => {
    const files = new UploadedFiles(clock)
    for (let index = 0; index < 1_000; index += 1) files.add(`${index}`, `id ${index}`)
    expect(files.find('0')).toBe('id 0')
    files.add('one more', 'id')
    expect([files.find('0'), files.find('1'), files.find('one more')]).toEqual(['id 0', undefined, 'id'])
  })
})
