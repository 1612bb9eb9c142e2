export { finishMove, type FinishMoveDeps } from './finish-move'
