export { syncRoutes } from './sync.routes'
