/** What programs outside jest may use: the rest of the testkit speaks of suites and hooks. */
export { fakeMediaLinks } from './fakes/fake-media-links'
export { fakeTokens } from './fakes/fake-tokens'
export { memoryBlobs } from './fakes/memory-blobs'
