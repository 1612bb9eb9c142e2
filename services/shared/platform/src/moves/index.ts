export { listServersOf } from './company-placement'
export { moveCompany, undoMove, type MoveOptions, type MoveStep } from './move-company'
export { planMoves, type CompanySize, type PlannedMove } from './plan-moves'
export { estimateSizes, readMoves, type MoveInProgress } from './read-moves'
