export { DeadIntegrationTurns, DeadPromptTurns } from './dead-turns'
