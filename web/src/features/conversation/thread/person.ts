/** A name and a number that may not be a contact's yet. */
export interface Person {
  name: string
  number: string
}
