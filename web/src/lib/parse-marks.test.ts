import { parseMarks, formatPlainText, type Mark } from './parse-marks'

/** The tree as short text: `<b>oi</b>`. */
const show = (marks: Mark[]): string =>
  marks
    .map((mark) => {
      if (mark.kind === 'text') return mark.text
      if (mark.kind === 'mono') return `<m>${mark.text}</m>`
      if (mark.kind === 'link') return `<a ${mark.href}>${mark.text}</a>`
      const tag = mark.kind[0]
      return `<${tag}>${show(mark.children)}</${tag}>`
    })
    .join('')

describe("a message's marks", () => {
  it.each([
    ['plain text', 'plain text'],
    ['*oi*', '<b>oi</b>'],
    ['_oi_ e ~não~', '<i>oi</i> e <s>não</s>'],
    ['*_ambos_*', '<b><i>ambos</i></b>'],
    ['```a *b* c```', '<m>a *b* c</m>'],
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['a*b*c', 'a*b*c'],
    ['* oi*', '* oi*'],
    ['snake_case_name', 'snake_case_name'],
    ['*uma\nlinha*', '*uma\nlinha*'],
    ['*a _b* c_', '<b>a _b</b> c_'],
    ['_*~*_a~*b*', '_<b>~</b>_a~<b>b</b>'],
    ['www.loja e www..', 'www.loja e www..'],
    ['*Marina:*\nBom dia', '<b>Marina:</b>\nBom dia'],
    ['veja https://a.b/c_d_e?x=1.', 'veja <a https://a.b/c_d_e?x=1>https://a.b/c_d_e?x=1</a>.'],
    ['https://a.b/(x)…*', '<a https://a.b/(x>https://a.b/(x</a>)…*'],
    ['www.loja.com', '<a https://www.loja.com>www.loja.com</a>'],
    ['*https://a.b/x*', '<b><a https://a.b/x>https://a.b/x</a></b>'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['', ''],
    ['***', '***'],
  ])('%j', (text, shown) => expect(show(parseMarks(text))).toBe(shown))

  it('loses no character of a text without marks', () => {
    const odd = '\u202E*\uD800 _~`'
    expect(show(parseMarks(odd))).toBe(odd)
  })
})

describe('a message on one line', () => {
  it.each([
    ['*Ana:*\nBom dia', 'Ana:\nBom dia'],
    ['*_ambos_* e ~não~ em ```x = 1```', 'ambos e não em x = 1'],
    ['2 * 3 * 4, veja https://a.example/b_c_d', '2 * 3 * 4, veja https://a.example/b_c_d'],
  ])('%j reads %j', (text, words) => expect(formatPlainText(text)).toBe(words))
})
