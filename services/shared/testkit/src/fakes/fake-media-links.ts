import { companyId } from '@balcao/contracts'
import type { MediaLinks } from '@balcao/kernel'

/** Readable, unsigned links: `/public/m/<key>?c=<company>`. */
export const fakeMediaLinks = (): MediaLinks => ({
  sign: (company, key, options = {}) =>
    `/public/m/${key}?${new URLSearchParams({ c: String(company), ...(options.name && { n: options.name }) }).toString()}`,
  verify(path, query) {
    const key = /^\/public\/m\/(.+)$/.exec(path)?.[1]
    if (!key || !query['c']) return undefined
    return {
      companyId: companyId(Number(query['c'])),
      key,
      name: query['n'],
      mimeType: 'application/octet-stream',
      disposition: 'attachment',
    }
  },
})
