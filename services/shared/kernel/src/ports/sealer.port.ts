/** Encryption of secrets at rest. */
export interface Sealer {
  /** @param purpose authenticated with the text: a value sealed for one purpose does not open for another. */
  seal(text: string, purpose: string): string
  /** Undefined when the text was sealed with another key or purpose, or was altered. */
  open(sealed: string, purpose: string): string | undefined
}
