export { assertNoDemo, endDemo, type EndDemoDeps } from './end-demo'
