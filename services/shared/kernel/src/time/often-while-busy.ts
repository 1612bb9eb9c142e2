import type { Job } from '../service'
import { MINUTE, SECOND } from './durations'

/**
 * Times of a job whose work begins with events that its service writes (or with `activity`): often while there are some. Where another
 * process may begin work, it waits up to 5 s in a service that is idle here, and where none can, up to a minute: a job with retries for
 * which someone waits has `findNextDue`.
 */
export const oftenWhileBusy = (
  everyMs: number,
): Required<Pick<Job, 'everyMs' | 'idleEveryMs' | 'idleAloneEveryMs'>> => ({
  everyMs,
  idleEveryMs: 5 * SECOND,
  idleAloneEveryMs: MINUTE,
})
