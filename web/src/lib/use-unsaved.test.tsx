import { renderHook } from '@testing-library/react'

import { useUnsaved } from './use-unsaved'

const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

describe('leaving the page', () => {
  it('is asked about while something is unsaved, and not afterwards', () => {
    const { rerender, unmount } = renderHook(({ unsaved }) => useUnsaved(unsaved), {
      initialProps: { unsaved: false },
    })
    expect(isAsked()).toBe(false)
    rerender({ unsaved: true })
    expect(isAsked()).toBe(true)
    rerender({ unsaved: false })
    expect(isAsked()).toBe(false)
    rerender({ unsaved: true })
    unmount()
    expect(isAsked()).toBe(false)
  })
})
