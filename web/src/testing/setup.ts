import { TextDecoder, TextEncoder } from 'node:util'

// jsdom leaves these out; the router and the store use them.
Object.assign(globalThis, { TextEncoder, TextDecoder })

if (!('matchMedia' in globalThis))
  Object.assign(globalThis, {
    matchMedia: (media: string) => ({ media, matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }),
  })
if (!('reportError' in globalThis)) Object.assign(globalThis, { reportError: (error: unknown) => console.error(error) })
