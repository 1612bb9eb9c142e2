import { toast as sonner } from 'sonner'

import { onToastWaiting, openToaster, toast } from './toast'

jest.useFakeTimers()

const isShown = (key: string) => sonner.getToasts().some(({ id }) => id === key)

it('keeps what is said before the toaster is there, and calls for it', () => {
  const call = jest.fn()
  onToastWaiting(call)
  toast.error('Sem conexão', { key: 'early' })
  expect(call).toHaveBeenCalledTimes(1)
  expect(isShown('early')).toBe(false)
  openToaster(sonner)
  expect(isShown('early')).toBe(true)
})

it('ends a toast whose action has a time, wherever the pointer rests', () => {
  toast.success('Resolvido', { key: 'timed', durationMs: 5_000, endsUnderPointer: true })
  toast.success('Salvo', { key: 'kept', durationMs: 5_000 })
  jest.advanceTimersByTime(4_999)
  expect(isShown('timed')).toBe(true)
  jest.advanceTimersByTime(1)
  expect(isShown('timed')).toBe(false)
  // Sonner's own timer runs in the page's toaster, which keeps it under a pointer.
  expect(isShown('kept')).toBe(true)
})
