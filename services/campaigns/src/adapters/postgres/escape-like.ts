/** The text with LIKE's own signs escaped. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
