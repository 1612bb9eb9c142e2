import { lazy, Suspense } from 'react'

import type { ContactDialogProps } from './contact-form'

const ContactForm = lazy(async () => ({ default: (await import('./contact-form')).ContactForm }))

/** A contact, new or known; its form loads when first opened. */
export const ContactDialog = (props: ContactDialogProps) => (
  <Suspense fallback={null}>
    <ContactForm {...props} />
  </Suspense>
)
