/** Sources by directive, in the order in which they are sent. */
export type PagePolicy = Readonly<Record<string, readonly string[]>>

/**
 * What a page of ours may load and call: its own origin only, sockets included, and no inline script but those of the built page. The front proxy
 * of a cluster has it from `helm/balcao/files/routes.json`, which `scripts/routes.mjs` writes.
 */
export const pagePolicy: PagePolicy = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  // The component library adds style elements at run time.
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'blob:', 'data:'],
  'media-src': ["'self'", 'blob:', 'data:'],
  'font-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  // Help videos, once a user plays one.
  'frame-src': ['https://www.youtube-nocookie.com'],
  'worker-src': ["'self'", 'blob:'],
  'object-src': ["'none'"],
  'base-uri': ["'self'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'self'"],
}

/** Headers of a page that differ from those of all others. */
export interface PageException {
  policy: PagePolicy
  openerPolicy: string
  referrerPolicy: string
}

/**
 * Pages that load what others may not, by path. The one of the embedded sign-up (docs/cloud-api.md) runs Meta's JavaScript: that is loaded there
 * and nowhere else, and nothing of the desk is in that window. It opens Meta's dialog, which answers its opener: so it cannot have the opener policy of the
 * desk's pages, which are cut off from it by theirs. Meta checks which site it is of. What the SDK calls and frames is not documented; its hosts
 * are those that public code names (read 29 November 2026).
 */
export const pageExceptions: Readonly<Record<string, PageException>> = {
  '/whatsapp-signup': {
    policy: {
      'default-src': ["'none'"],
      'script-src': ["'self'", 'https://connect.facebook.net'],
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'https://www.facebook.com'],
      'font-src': ["'self'"],
      'connect-src': ["'self'", 'https://www.facebook.com', 'https://graph.facebook.com'],
      'frame-src': ['https://www.facebook.com', 'https://web.facebook.com', 'https://staticxx.facebook.com'],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
    },
    openerPolicy: 'same-origin-allow-popups',
    referrerPolicy: 'strict-origin',
  },
}

const UPGRADE = 'upgrade-insecure-requests'

/** The header of a policy. @param isHttps whether browsers reach us over https */
export const writePolicy = (policy: PagePolicy, isHttps: boolean): string =>
  [
    ...Object.entries(policy).map(([directive, sources]) => [directive, ...sources].join(' ')),
    ...(isHttps ? [UPGRADE] : []),
  ].join('; ')

/** Whether a page's header says that browsers reach us over https. */
export const upgradesRequests = (header: string): boolean => header.includes(UPGRADE)
