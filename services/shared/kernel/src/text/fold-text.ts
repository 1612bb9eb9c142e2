export { foldText } from '@balcao/contracts'
