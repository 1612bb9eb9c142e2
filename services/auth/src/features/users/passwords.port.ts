/** Password hashing with argon2id, off the event loop. Concurrency and queue are bounded. */
export interface Passwords {
  /** @throws {AppError} ERR_TOO_MANY_REQUESTS when the queue is full. */
  hash(password: string): Promise<string>
  /**
   * Whether the password matches the hash, byte for byte. Without a hash the same work is done and the
   * answer is false, so that the time does not reveal which accounts exist.
   * @param options `isUrgent` goes first, with queue space of its own.
   * @throws {AppError} ERR_TOO_MANY_REQUESTS when the queue is full.
   */
  verify(password: string, hash: string | undefined, options?: { isUrgent: boolean }): Promise<boolean>
}

/** Common passwords; compared as `foldText` writes them, in lower case without accents. */
export interface CommonPasswords {
  has(password: string): boolean
}
