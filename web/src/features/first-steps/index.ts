export { FirstSteps } from './first-steps'
export { useKeepAnswer } from './use-keep-answer'
