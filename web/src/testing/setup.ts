import { configure } from '@testing-library/dom'
import { TextDecoder, TextEncoder } from 'node:util'
import { ReadableStream, TransformStream, WritableStream } from 'node:stream/web'

// jsdom leaves the platform's fetch, streams and encoders out; the router, the store and the tests use them.
Object.assign(globalThis, { TextEncoder, TextDecoder, ReadableStream, TransformStream, WritableStream })

if (!('matchMedia' in globalThis))
  Object.assign(globalThis, {
    matchMedia: (media: string) => ({
      media,
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }),
  })

// jsdom has no entries of what was fetched; what the app loads ahead of need is not loaded.
if (!('PerformanceObserver' in globalThis))
  Object.assign(globalThis, {
    PerformanceObserver: class {
      observe = () => undefined
      disconnect = () => undefined
    },
  })

// `findBy…` and `waitFor` give up after a second of their own, which a busy machine needs for one render.
configure({ asyncUtilTimeout: 60_000 })
