const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/
const LONGEST_KEY = 512
/** Characters allowed in a key, safe as a file name too. */
const LONGEST_SEGMENT = 255

/** False for a key that `mediaKey` would not make: a leading dot, an empty segment, a backslash or NUL. */
export const isBlobKey = (key: string): boolean =>
  KEY.test(key) &&
  key.length <= LONGEST_KEY &&
  key.split('/').every((segment) => segment.length <= LONGEST_SEGMENT)
