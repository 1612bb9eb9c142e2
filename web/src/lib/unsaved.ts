/* What a reload of the page would lose: text not sent, uploads under way. */

const held = new Set<symbol>()

/** Registers unsaved data; returns a function that unregisters it. */
export const registerUnsaved = (): (() => void) => {
  const mark = Symbol('unsaved')
  held.add(mark)
  return () => held.delete(mark)
}

export const hasUnsaved = (): boolean => held.size > 0
