import { configure } from '@testing-library/dom'
import { TextDecoder, TextEncoder } from 'node:util'
import * as React from 'react'
import { ReadableStream, TransformStream, WritableStream } from 'node:stream/web'

import { endCalls } from './fake-fetch'

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

/* React takes a stack for each element that is made, up to ten thousand a second, to name its owner in warnings. It takes none once its count is
 * at that limit. */
const internals = (React as unknown as Record<string, { recentlyCreatedOwnerStacks: number }>)[
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
]
if (internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => undefined })

afterEach(endCalls)
