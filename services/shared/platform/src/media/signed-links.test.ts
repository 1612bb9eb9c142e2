import { companyId } from '@balcao/contracts'

import { createMediaLinks } from './signed-links'

const now = new Date('2026-03-04T12:00:00Z')
const clock = { now: () => now }
const links = createMediaLinks('s'.repeat(32), clock)
const key = `companies/7/2026/03/${'a'.repeat(32)}.jpg`

const split = (link: string): [string, Record<string, string>] => {
  const url = new URL(link, 'http://desk')
  return [url.pathname, Object.fromEntries(url.searchParams)]
}

describe('a signed link', () => {
  it('stands for its object, name and type', () => {
    const [path, query] = split(
      links.sign(companyId(7), key, { name: 'nota fiscal "ç".pdf', mimeType: 'application/pdf' }),
    )
    expect(links.verify(path, query)).toEqual({
      companyId: 7,
      key,
      name: 'nota fiscal "ç".pdf',
      mimeType: 'application/pdf',
      disposition: 'inline',
      needsSession: true,
    })
  })

  it('stays the same all day and lives at least 24 h', () => {
    const at = (iso: string) => createMediaLinks('s'.repeat(32), { now: () => new Date(iso) })
    const link = at('2026-03-04T00:00:01Z').sign(companyId(7), key)
    expect(at('2026-03-04T23:59:59Z').sign(companyId(7), key)).toBe(link)
    const [path, query] = split(link)
    expect(at('2026-03-05T23:59:58Z').verify(path, query)).toBeDefined()
    expect(at('2026-03-06T00:00:00Z').verify(path, query)).toBeUndefined()
  })

  it.each([
    ['image/png', 'inline'],
    ['audio/ogg', 'inline'],
    ['video/mp4', 'inline'],
    ['image/svg+xml', 'attachment'],
    ['text/html', 'attachment'],
    ['text/plain', 'attachment'],
    ['application/octet-stream', 'attachment'],
  ])('shows %s as %s', (mimeType, disposition) => {
    const [path, query] = split(links.sign(companyId(7), key, { mimeType }))
    expect(links.verify(path, query)?.disposition).toBe(disposition)
  })

  it('is worth nothing once any part of it was changed', () => {
    const [path, query] = split(links.sign(companyId(7), key, { name: 'a.jpg', mimeType: 'image/jpeg' }))
    const forgeries: [string, Record<string, string>][] = [
      [path.replace('/7/', '/8/'), query],
      [path.replace('.jpg', '.png'), query],
      [path, { ...query, c: '8' }],
      [path, { ...query, e: String(Number(query.e) + 86_400) }],
      [path, { ...query, n: 'b.exe' }],
      [path, { ...query, t: 'text/html' }],
      [path, { ...query, s: `${query.s?.slice(0, -4)}AAAA` }],
      [path, { ...query, s: '' }],
      [path, { ...query, c: '07' }],
    ]
    for (const [forgedPath, forgedQuery] of forgeries)
      expect(links.verify(forgedPath, forgedQuery)).toBeUndefined()
    expect(createMediaLinks('t'.repeat(32), clock).verify(path, query)).toBeUndefined()
  })

  it('for a program lives an hour, under a path and a key of its own', () => {
    const at = (iso: string) => createMediaLinks('s'.repeat(32), { now: () => new Date(iso) })
    const [path, query] = split(links.signForProgram(companyId(7), key, { mimeType: 'image/jpeg' }))
    expect(path).toBe(`/public/h/${key}`)
    expect(links.verify(path, query)).toEqual({
      companyId: 7,
      key,
      name: undefined,
      mimeType: 'image/jpeg',
      disposition: 'inline',
      needsSession: false,
    })
    expect(at('2026-03-04T12:59:59Z').verify(path, query)).toBeDefined()
    expect(at('2026-03-04T13:00:00Z').verify(path, query)).toBeUndefined()
    expect(links.verify(`/public/m/${key}`, query)).toBeUndefined()
    const [ours, signed] = split(links.sign(companyId(7), key, { mimeType: 'image/jpeg' }))
    expect(links.verify(ours.replace('/m/', '/h/'), signed)).toBeUndefined()
    for (const forged of [
      { ...query, c: '8' },
      { ...query, e: String(Number(query.e) + 1) },
      { ...query, t: 'text/html' },
    ])
      expect(links.verify(path, forged)).toBeUndefined()
    expect(links.verify(path.replace('/7/', '/8/'), query)).toBeUndefined()
  })

  it('for a page that fetches without cookies needs no session for an hour, where the desk has a public address', () => {
    const [ours] = split(links.sign(companyId(7), key, { isFetched: true }))
    expect(ours).toBe(`/public/m/${key}`)
    const address = 'https://desk.example'
    const foreign = createMediaLinks('s'.repeat(32), clock, address)
    const link = foreign.sign(companyId(7), key, { isFetched: true })
    expect(link.startsWith(`${address}/public/h/`)).toBe(true)
    const [path, query] = split(link.slice(address.length))
    expect(foreign.verify(path, query)).toMatchObject({ companyId: 7, key, needsSession: false })
    expect(foreign.sign(companyId(7), key).startsWith(`${address}/public/m/`)).toBe(true)
  })

  it.each([
    '../secret',
    '%2e%2e/secret',
    'a//b',
    '/etc/passwd',
    'a/../b',
    'a%2fb',
    'a\\b',
    'a%5cb',
    'A/B.JPG',
    'a\u0000b',
    '.env',
    'a/.env',
    '',
  ])('is never made of the path %j', (bad) => {
    const [, query] = split(links.sign(companyId(7), bad))
    expect(links.verify(`/public/m/${bad}`, query)).toBeUndefined()
  })
})
