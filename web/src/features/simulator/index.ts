export { SimulatorPage } from './simulator-page'
export { takeToken } from './simulator-client'
