import { repeat } from './repeat'

jest.useFakeTimers()

it('runs at once, and again after each run, never two at a time', async () => {
  let end: () => void = () => undefined
  const work = jest.fn(() => new Promise<void>((resolve) => (end = resolve)))
  const running = repeat(work, 1_000)
  await jest.advanceTimersByTimeAsync(5_000)
  expect(work).toHaveBeenCalledTimes(1)
  end()
  await jest.advanceTimersByTimeAsync(999)
  expect(work).toHaveBeenCalledTimes(1)
  await jest.advanceTimersByTimeAsync(1)
  expect(work).toHaveBeenCalledTimes(2)
  end()
  await running.stop()
  await jest.advanceTimersByTimeAsync(5_000)
  expect(work).toHaveBeenCalledTimes(2)
})

it('waits at its end for the run that has begun', async () => {
  let end: () => void = () => undefined
  const work = jest.fn(() => new Promise<void>((resolve) => (end = resolve)))
  let isStopped = false
  const stopped = repeat(work, 1_000)
    .stop()
    .then(() => (isStopped = true))
  await jest.advanceTimersByTimeAsync(5_000)
  expect(isStopped).toBe(false)
  end()
  await stopped
  await jest.advanceTimersByTimeAsync(5_000)
  expect(work).toHaveBeenCalledTimes(1)
})
