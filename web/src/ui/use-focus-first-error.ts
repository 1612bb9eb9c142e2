import { useEffect, useRef } from 'react'

/** For the element around a form's fields: a submit moves the focus to the first one that it found wrong. */
export const useFocusFirstError = <E extends HTMLElement>(submitCount: number, isValid: boolean) => {
  const ref = useRef<E>(null)
  const state = useRef(isValid)
  state.current = isValid
  useEffect(() => {
    if (submitCount === 0) return
    // Formik marks the fields after this render.
    const frame = requestAnimationFrame(() => {
      const wrong = ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
      // Of a date the first part.
      if (!state.current) (wrong?.querySelector<HTMLElement>('[role=spinbutton]') ?? wrong)?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [submitCount])
  return ref
}
