import type { Job } from '../service'
import { SECOND } from './durations'

/**
 * Times of a job whose work begins with events that its service writes (or with `activity`): often while there are some. Where another
 * process may begin work, it waits up to 5 s in a service that is idle here; a retry waits up to 20 s where none can.
 */
export const oftenWhileBusy = (
  everyMs: number,
): Required<Pick<Job, 'everyMs' | 'idleEveryMs' | 'idleAloneEveryMs'>> => ({
  everyMs,
  idleEveryMs: 5 * SECOND,
  idleAloneEveryMs: 20 * SECOND,
})
