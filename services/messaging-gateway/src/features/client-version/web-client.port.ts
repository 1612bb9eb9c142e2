/** WhatsApp's web client, fetched like a browser does. */
export interface WebClient {
  /** The text of `sw.js`. @throws {AppError} ERR_UNAVAILABLE */
  fetchServiceWorker(): Promise<string>
}
