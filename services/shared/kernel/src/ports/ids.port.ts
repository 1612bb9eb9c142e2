/** Random identifiers; a port, so that tests can fix them. */
export interface Ids {
  /** UUIDv7 (RFC 9562): sorts by creation time. */
  next(): string
  /** `bytes` random bytes as lower-case hex. */
  token(bytes: number): string
}
