export interface Fetched {
  /** Where it was found in the end. */
  url: string
  /** '' when the server did not say. */
  contentType: string
  body: Buffer
  /** Whether that is all of it: no more than a limit is read. */
  isWhole: boolean
}

/** Addresses that others wrote, fetched from public hosts only. */
export interface LinkPages {
  /**
   * What lies at an http or https address, at most 512 KiB of it, behind at most three redirects.
   * @throws {AppError} ERR_URL_NOT_ALLOWED for what leads to a private address, ERR_DEADLINE, ERR_UNAVAILABLE.
   */
  fetch(url: string, signal: AbortSignal): Promise<Fetched>
}
