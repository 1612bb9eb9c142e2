import RequestQueue from 'kafkajs/src/network/requestQueue'

const schedule = RequestQueue.prototype.scheduleCheckPendingRequests

/**
 * The library looks into the queue of each connection every millisecond, also when nothing waits: 3 % of a core for an idle
 * process (kafkajs issues 1556 and 1704; mended there, never released). With nothing in it there is nothing to look for: what
 * is queued later asks for a look itself.
 */
export function stopIdlePolling(): void {
  RequestQueue.prototype.scheduleCheckPendingRequests = function (this: RequestQueue): void {
    if (this.pending.length > 0) schedule.call(this)
  }
}
