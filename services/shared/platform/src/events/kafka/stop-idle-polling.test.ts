import RequestQueue from 'kafkajs/src/network/requestQueue'

import { stopIdlePolling } from './stop-idle-polling'

stopIdlePolling()

const logger = { debug: () => undefined, warn: () => undefined }
const fakeRequestQueue = () =>
  new RequestQueue({ maxInFlightRequests: 10, requestTimeout: 1_000, enforceRequestTimeout: false, logger })

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

it('rests when nothing waits', () => {
  fakeRequestQueue().checkPendingRequests()
  expect(jest.getTimerCount()).toBe(0)
})

it('sends what the broker asked to hold back, then rests', () => {
  const queue = fakeRequestQueue()
  const sendRequest = jest.fn()
  queue.maybeThrottle(250)
  queue.push({
    entry: { correlationId: 1, apiName: 'Fetch', resolve: () => undefined, reject: () => undefined },
    expectResponse: true,
    sendRequest,
  })
  jest.advanceTimersByTime(240)
  expect(sendRequest).not.toHaveBeenCalled()
  jest.advanceTimersByTime(30)
  expect(sendRequest).toHaveBeenCalledTimes(1)
  expect(jest.getTimerCount()).toBe(0)
})
