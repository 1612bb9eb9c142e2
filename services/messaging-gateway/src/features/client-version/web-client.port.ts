/** WhatsApp's own web client, as a browser would fetch it. */
export interface WebClient {
  /** The text of `sw.js`. @throws {AppError} ERR_UNAVAILABLE */
  serviceWorker(): Promise<string>
}
