import { typingMs } from './typing-time'

describe('typing before a message', () => {
  it.each([
    ['nothing', '', 0.5, 0],
    ['a caption of spaces', '   ', 0.5, 0],
    ['a word', 'oi', 0.5, 600],
    ['a sentence', 'a'.repeat(50), 0.5, 2_000],
    ['a sentence, quickly', 'a'.repeat(50), 0, 1_600],
    ['a letter', 'a'.repeat(4_000), 1, 3_000],
  ])('%s takes its time', (_what, text, chance, ms) => expect(typingMs(text, chance)).toBe(ms))
})
