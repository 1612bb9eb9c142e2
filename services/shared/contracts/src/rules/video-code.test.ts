import { parseVideoCode } from './video-code'

describe("a video's code", () => {
  it.each([
    'dQw4w9WgXcQ',
    ' dQw4w9WgXcQ ',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s',
    'https://youtu.be/dQw4w9WgXcQ?si=abc',
    'http://m.youtube.com/shorts/dQw4w9WgXcQ',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
  ])('is found in %j', (text) => expect(parseVideoCode(text)).toBe('dQw4w9WgXcQ'))

  it.each([
    '',
    'curto',
    'https://vimeo.com/dQw4w9WgXcQ',
    'https://youtube.com.evil.test/watch?v=dQw4w9WgXcQ',
    'javascript:dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ"><script>',
    'https://www.youtube.com/',
  ])('is not in %j', (text) => expect(parseVideoCode(text)).toBeUndefined())
})
