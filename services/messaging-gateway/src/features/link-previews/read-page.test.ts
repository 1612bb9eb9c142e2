import { readPage } from './read-page'

const read = (html: string | Buffer, contentType = 'text/html; charset=utf-8') =>
  readPage({ url: 'https://loja.example/p/1?x=2', contentType, body: Buffer.from(html) })

const title = (text: string) => `<title>${text}</title>`

describe('a page', () => {
  it('is shown by its Open Graph tags', () =>
    expect(
      read(`<html><head>${title('outro')}<meta property="og:title" content="Caf&eacute; &amp; p&#227;o">
        <meta property="og:description" content="Todo  dia\n às 7">        <meta property="og:image" content="/a.jpg"></head><body></body></html>`),
    ).toEqual({
      title: 'Café & pão',
      description: 'Todo dia às 7',
      imageUrl: 'https://loja.example/a.jpg',
    }))

  it('is shown by its title where it has none', () =>
    expect(read(`${title(' Loja ')}<meta name=Description content=Tudo>`)).toEqual({
      title: 'Loja',
      description: 'Tudo',
      imageUrl: '',
    }))

  it.each([
    ['as the server says', Buffer.from(title('Promoção'), 'latin1'), 'text/html; charset=iso-8859-1'],
    [
      'as it says itself',
      Buffer.from(`<meta charset="iso-8859-1">${title('Promoção')}`, 'latin1'),
      'text/html',
    ],
    ['by default', Buffer.from(title('Promoção')), ''],
    ['unknown', Buffer.from(title('Promoção')), 'text/html; charset=klingon'],
  ])('is read in the encoding %s', (_name, body, contentType) =>
    expect(read(body, contentType)?.title).toBe('Promoção'),
  )

  it.each([
    ['is empty', ''],
    ['has no title', '<html><head></head><body>oi</body></html>'],
    [
      'has its title in the body',
      `<head></head><body>${title('oi')}<meta property="og:title" content="oi"></body>`,
    ],
    ['has a title of nothing to see', title('\u200b \u202e\u0007')],
  ])('that %s is not shown', (_name, html) => expect(read(html)).toBeUndefined())

  it('is shown in few words, on one line, in one direction', () => {
    const page = read(
      `${title(`\u202e${'a\n'.repeat(9_000)}`)}<meta name="description" content="${'b'.repeat(9_000)}">`,
    )
    expect(page?.title).toBe('a '.repeat(100))
    expect(page?.description).toHaveLength(400)
  })

  it.each(['<', '<meta ', '<meta property="', '<!--', '<title>', '&#x', '<a '.repeat(9_000)])(
    'that is nothing but %j is read to its end',
    (part) => expect(() => read(part.repeat(500))).not.toThrow(),
  )
})
