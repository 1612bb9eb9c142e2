import { useEffect, useRef } from 'react'

export interface SubmitState {
  submitCount: number
  isSubmitting: boolean
  isValid: boolean
}

/** For the element around a form's fields: a submit that ends with a fault, found here or by the server, moves the focus to its first field. */
export const useFocusFirstError = <E extends HTMLElement>(form: SubmitState) => {
  const ref = useRef<E>(null)
  const state = useRef(form.isValid)
  state.current = form.isValid
  const { submitCount, isSubmitting } = form
  useEffect(() => {
    if (submitCount === 0 || isSubmitting) return
    // Formik marks the fields after this render.
    const frame = requestAnimationFrame(() => {
      const wrong = ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
      // Of a date the first part.
      if (!state.current) (wrong?.querySelector<HTMLElement>('[role=spinbutton]') ?? wrong)?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [submitCount, isSubmitting])
  return ref
}
