import { late } from '../../ui/late'

/** A contact, new or known; its form loads when first opened. */
export const ContactDialog = late(async () => (await import('./contact-form')).ContactForm)
