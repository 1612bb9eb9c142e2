export { detectMimeType, detectFileMimeType, UNKNOWN_TYPE } from './magic-bytes'
export { createMediaCookies } from './media-cookies'
export { mediaRouter } from './media-router'
export { createMediaLinks } from './signed-links'
