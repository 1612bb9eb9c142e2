import type { Plugin } from 'vite'

/**
 * Gives the modules of `importer` a copy of `library` of their own. A library that is one module is shaken once for all who import it:
 * what only a lazy page needs of it would be fetched with the first page.
 */
export const ownCopy = (importer: string, library: string): Plugin => ({
  name: 'own-copy',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, from) {
    if (source !== library || !from?.includes(`/node_modules/${importer}/`)) return null
    const found = await this.resolve(source, from, { skipSelf: true })
    return found ? `${found.id}?${importer}` : null
  },
})
