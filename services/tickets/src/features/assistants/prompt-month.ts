/** `2026-11`: what tokens are counted by. */
export const toMonth = (now: Date): string => now.toISOString().slice(0, 7)
