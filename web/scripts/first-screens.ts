import path from 'node:path'

interface Modules {
  getModuleInfo(id: string): { importedIds: string[] } | null
}

/* What a browser opens first, as the routes import it. */
const START = ['main.tsx']
const LOGIN = ['features/session/index.ts']
const LIST = ['app/desk-routes.tsx', 'features/tickets/index.ts']
/* Its requests leave while the page's code is on its way. */
const EARLY_LIST = ['app/first-list.ts']
const SIMULATOR = ['simulator.tsx']

/* What names much and of which little is left: the barrel of all routes and schemas, and MUI's styles for high contrast. */
const SHAKEN_OFF = /\/contracts\/src\/index\.ts$|\/enhanceHighContrast\.mjs$/

/**
 * Chunks for rolldown: what the first screens need comes in a few files, the libraries apart, as they outlive a release. Left alone, each
 * set of pages that share modules is a chunk of its own: seventy files for the list of tickets, each with its head and its turn.
 */
export function firstScreens(src: string) {
  let chosen: Map<string, string> | undefined

  const choose = (modules: Modules): Map<string, string> => {
    const reach = (entries: readonly string[]): Set<string> => {
      const found = new Set<string>()
      const open = entries.map((entry) => path.join(src, entry))
      for (let id = open.pop(); id !== undefined; id = open.pop()) {
        if (found.has(id) || SHAKEN_OFF.test(id)) continue
        found.add(id)
        open.push(...(modules.getModuleInfo(id)?.importedIds ?? []))
      }
      return found
    }
    const [start, login, list, simulator] = [reach(START), reach(LOGIN), reach(LIST), reach(SIMULATOR)]
    const early = reach(EARLY_LIST)
    const choice = (id: string): string => {
      const isEarly = start.has(id) || (login.has(id) && list.has(id))
      if (isEarly) return simulator.has(id) ? 'common' : 'base'
      return login.has(id) ? 'login' : early.has(id) ? 'first-list' : 'desk'
    }
    const names = new Map([...start, ...login, ...early, ...list].map((id) => [id, choice(id)]))
    // What runs a page stays in a chunk that nobody else loads.
    for (const entry of [...START, ...LOGIN, ...LIST, ...EARLY_LIST, ...SIMULATOR])
      names.delete(path.join(src, entry))
    return names
  }

  const isOf = (chunk: string) => (id: string, modules: Modules) => {
    chosen ??= choose(modules)
    const screen = chosen.get(id)
    const found = screen && id.includes('/node_modules/') ? `${screen}-libraries` : screen
    return found === chunk ? chunk : null
  }
  // A chunk takes along what its modules import: what is loaded first has the first choice.
  return ['common', 'base', 'first-list', 'login', 'desk']
    .flatMap((screen) => [`${screen}-libraries`, screen])
    .map((chunk, index, all) => ({ name: isOf(chunk), priority: all.length - index }))
}
