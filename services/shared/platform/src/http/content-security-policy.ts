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
