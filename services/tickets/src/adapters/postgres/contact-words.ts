import { listNumberForms, listWordEnds, splitWords } from '../../words'

/** What a contact is found by. */
export const listContactWords = (contact: { name: string; number: string; email: string }): string[] =>
  listWordEnds([...splitWords(`${contact.name} ${contact.email}`), ...listNumberForms(contact.number)])
