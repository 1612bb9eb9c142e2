// What the arguments of scripts/move-company.mjs ask for.
import { readNumber } from './read-number.mjs'

export const MOVE_USAGE =
  'usage: node scripts/move-company.mjs --company 7 --to b [--read-only 60] [--source-address postgres://…], --company 7 --undo, --list, or --plan'

export const MOVE_OPTIONS = {
  company: { type: 'string' },
  to: { type: 'string' },
  undo: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
  plan: { type: 'boolean', default: false },
  'read-only': { type: 'string', default: '60' },
  'source-address': { type: 'string' },
}

const MOST_READ_ONLY_SECONDS = 3_600

/** @throws {Error} for what the command does not take */
export function parseMove(values) {
  const kinds = ['to', 'undo', 'list', 'plan'].filter((name) => values[name])
  if (kinds.length !== 1) throw new Error('one of --to, --undo, --list and --plan')
  const [kind] = kinds
  if (kind === 'list' || kind === 'plan') {
    if (values.company !== undefined) throw new Error(`--${kind} is about every company`)
    return { kind }
  }
  return {
    kind,
    companyId: readNumber('company', values.company, 2 ** 31 - 1),
    to: values.to,
    readOnlyMs: readNumber('read-only', values['read-only'], MOST_READ_ONLY_SECONDS) * 1_000,
    sourceAddress: values['source-address'],
  }
}

const STATES = {
  copying: 'is copied, and works where it was',
  switching: 'waits: complete or undo its move',
  deleting: 'works where it goes; its former rows are deleted',
}

/** A line of --list. */
export function formatMove({ companyId, state, from, to, copied, tables, behind }) {
  const follows = behind === undefined ? 'not followed' : `${Math.ceil(behind / 1_000_000)} MB behind`
  const progress = state === 'copying' ? ` (${copied} of ${tables} tables, ${follows})` : ''
  return `company ${companyId} from ${from} to ${to}: ${STATES[state]}${progress}`
}

const formatBytes = (bytes) =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`

/** Lines of --plan: how full each primary is by what companies take, then the moves. */
export function formatPlan(primaries, sizes, moves) {
  const fill = primaries.map((name) => {
    const own = sizes.filter(({ primary }) => primary === name)
    const bytes = own.reduce((sum, size) => sum + size.bytes, 0)
    return `${name}: ${own.length} ${own.length === 1 ? 'company' : 'companies'}, ${formatBytes(bytes)}`
  })
  const steps = moves.map(
    ({ companyId, from, to, bytes }) =>
      `node scripts/move-company.mjs --company ${companyId} --to ${to}    # ${formatBytes(bytes)} from ${from}`,
  )
  return [...fill, ...(steps.length > 0 ? steps : ['No move would make them more equal.'])]
}
