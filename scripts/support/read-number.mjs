/** The whole number that an option gives. @throws {Error} naming the option for anything but 1 to `most` */
export function readNumber(name, text, most) {
  if (!/^[1-9]\d*$/.test(text ?? '') || Number(text) > most) throw new Error(`--${name} takes 1 to ${most}`)
  return Number(text)
}
