/** Password hashing, slow on purpose and off the event loop. At most a few run at once, and few wait. */
export interface Passwords {
  /** @throws {AppError} ERR_TOO_MANY_REQUESTS when the queue is full. */
  hash(password: string): Promise<string>
  /**
   * Whether the password is the one that was hashed, byte for byte. Without a hash the same work is done and the
   * answer is false, so that the time tells nobody which accounts exist.
   * @param options `isUrgent` goes before the others, and has room where they have none.
   * @throws {AppError} ERR_TOO_MANY_REQUESTS when the queue is full.
   */
  verify(password: string, hash: string | undefined, options?: { isUrgent: boolean }): Promise<boolean>
}

/** Passwords that are tried first by whoever guesses; asked in lower case. */
export interface CommonPasswords {
  has(password: string): boolean
}
