/** Up to two letters for an avatar: first and last word; a number gives its last two digits. */
export const formatInitials = (name: string): string => {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const letters = words.filter((word) => /\p{L}/u.test(word))
  if (letters.length === 0) return name.replace(/\D/g, '').slice(-2) || '?'
  const first = firstLetter(letters[0])
  const last = letters.length > 1 ? firstLetter(letters[letters.length - 1]) : ''
  return (first + last).toLocaleUpperCase()
}

const firstLetter = (word: string | undefined): string => /\p{L}/u.exec(word ?? '')?.[0] ?? ''

/** A stable number below `size` for a name: same name, same hue, on every screen. */
export const hashToRange = (text: string, size: number): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return ((hash ^ (hash >>> 15)) >>> 0) % size
}
