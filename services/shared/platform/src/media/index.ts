export { mimeTypeOf, mimeTypeOfFile, UNKNOWN_TYPE } from './magic-bytes'
