import RequestQueue from 'kafkajs/src/network/requestQueue'

const schedule = RequestQueue.prototype.scheduleCheckPendingRequests

/**
 * kafkajs polls the request queue of each connection every millisecond, even when it is empty: 3 % of a core in an idle
 * process (kafkajs issues 1556 and 1704; fixed there, never released). This stops the poll while the queue is empty; a
 * queued request starts it again.
 */
export function stopIdlePolling(): void {
  RequestQueue.prototype.scheduleCheckPendingRequests = function (this: RequestQueue): void {
    if (this.pending.length > 0) schedule.call(this)
  }
}
