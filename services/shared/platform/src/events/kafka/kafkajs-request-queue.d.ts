/** Internals of kafkajs 2.2.4 that stop-idle-polling.ts changes; the version is pinned. */
declare module 'kafkajs/src/network/requestQueue' {
  class RequestQueue {
    constructor(options: object)
    readonly pending: readonly unknown[]
    push(request: object): void
    destroy(): void
    maybeThrottle(ms: number): void
    checkPendingRequests(): void
    scheduleCheckPendingRequests(): void
  }
  export = RequestQueue
}
