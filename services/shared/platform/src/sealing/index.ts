export { createSealer } from './sealer'
