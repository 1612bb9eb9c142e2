export { SimulatorPage } from './simulator-page'
export { storeTokenFromAddress } from './simulator-client'
