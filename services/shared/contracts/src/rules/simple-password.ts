/** Whether a text is one character again and again, whatever its case: `aaaaa`, `11111`, five spaces. */
export function isOneCharacter(text: string): boolean {
  const characters = [...text.normalize('NFKC').toLowerCase()]
  return characters.length > 0 && characters.every((one) => one === characters[0])
}
