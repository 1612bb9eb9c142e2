const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/
const LONGEST_KEY = 512
/** What a file's name may have, in a folder and in stores that keep objects as files. */
const LONGEST_SEGMENT = 255

/** False for a key we would never have made: no dots first, no empty segment, no backslash, no NUL. */
export const isBlobKey = (key: string): boolean =>
  KEY.test(key) &&
  key.length <= LONGEST_KEY &&
  key.split('/').every((segment) => segment.length <= LONGEST_SEGMENT)
