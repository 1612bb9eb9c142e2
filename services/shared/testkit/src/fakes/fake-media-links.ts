import { companyId } from '@balcao/contracts'
import type { MediaLinks } from '@balcao/kernel'

const linkTo =
  (path: string): MediaLinks['sign'] =>
  (company, key, options = {}) =>
    `${path}${key}?${new URLSearchParams({ c: String(company), ...(options.name && { n: options.name }) }).toString()}`

/** Readable, unsigned links: `/public/m/<key>?c=<company>`, and `/public/h/…` for programs. */
export const fakeMediaLinks = (): MediaLinks => ({
  sign: linkTo('/public/m/'),
  signForProgram: linkTo('/public/h/'),
  verify(path, query) {
    const [, audience, key] = /^\/public\/([mh])\/(.+)$/.exec(path) ?? []
    if (!key || !query['c']) return undefined
    return {
      companyId: companyId(Number(query['c'])),
      key,
      name: query['n'],
      mimeType: 'application/octet-stream',
      disposition: 'attachment',
      needsSession: audience === 'm',
    }
  },
})
