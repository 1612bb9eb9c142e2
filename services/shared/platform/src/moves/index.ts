export { moveCompany, undoMove, type MoveOptions, type MoveStep } from './move-company'
