export { mimeTypeOf, mimeTypeOfFile, UNKNOWN_TYPE } from './magic-bytes'
export { mediaRouter } from './media-router'
export { createMediaLinks } from './signed-links'
