import type { Router } from 'express'

interface Layer {
  route?: { path: string | string[]; stack: { method?: string }[] }
}

/** `GET /tickets/:ticketId` for every route of a router itself. */
export function listRoutes(router: Router): string[] {
  const layers: Layer[] = router.stack
  return layers.flatMap(({ route }) => {
    if (!route) return []
    const methods = [...new Set(route.stack.map(({ method }) => method ?? 'all'))]
    return [route.path].flat().flatMap((path) => methods.map((method) => `${method.toUpperCase()} ${path}`))
  })
}
