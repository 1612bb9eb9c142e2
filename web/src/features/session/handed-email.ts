/** The e-mail that the page before hands over with the navigation; '' without one. */
export const readEmail = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : ''
