/** The sender's name in bold above the text. */
export const addSignature = (name: string, text: string): string => `*${name}:*\n${text}`

/** A sent text and the signature above it, '' when it has none. */
export const splitSignature = (body: string): { signature: string; text: string } => {
  const signature = /^\*[^*\n]+:\*\n/.exec(body)?.[0] ?? ''
  return { signature, text: body.slice(signature.length) }
}
