/** Exports for programs outside jest: the rest of the testkit uses jest's globals. */
export { fakeMediaLinks } from './fakes/fake-media-links'
export { fakeTokens } from './fakes/fake-tokens'
export { memoryBlobs } from './fakes/memory-blobs'
