export { FirstSteps, NextStep } from './first-steps'
