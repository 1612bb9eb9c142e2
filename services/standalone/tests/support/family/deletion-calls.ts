import type { FamilyCall } from './family-call'

/** The end of what earlier calls made, for lists that others use meanwhile. */
export const deletionCalls: FamilyCall[] = [
  { edition: 'both', call: 'DELETE /queueIntegration/{integration}' },
  { edition: 'both', call: 'DELETE /prompt/{prompt}', reads: ['message'] },
  { edition: 'both', call: 'DELETE /queue/{finance}' },
  { edition: 'both', call: 'DELETE /tags/{tag}' },
  { edition: 'both', call: 'DELETE /users/{colleague}' },
  { edition: 'both', call: 'DELETE /auth/logout' },
]
