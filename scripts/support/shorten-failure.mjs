const MOST_LINES = 12
const MOST_LETTERS = 240

// eslint-disable-next-line no-control-regex -- colours of a terminal
const COLOURS = /\u001b\[[0-9;]*m/g

const isFrame = (line) => /^\s+at /.test(line)
const cut = (line) => (line.length > MOST_LETTERS ? `${line.slice(0, MOST_LETTERS)} …` : line)

/**
 * The first lines of a failed test's message, without the source that jest quotes, and the first frame in a test's file (or the first
 * frame of all): enough to know what happened where a log ends.
 */
export function shortenFailure(message = '') {
  const lines = message.replace(COLOURS, '').split('\n')
  const frames = lines.filter(isFrame)
  const frame =
    frames.find((line) => /\.test\.[cm]?[jt]sx?/.test(line)) ??
    frames.find((line) => !line.includes('node_modules'))
  const said = lines.filter((line) => line.trim() !== '' && !isFrame(line) && !/^\s*>?\s*\d* \|/.test(line))
  const rest = said.length > MOST_LINES ? [`… and ${said.length - MOST_LINES} lines`] : []
  return [...said.slice(0, MOST_LINES).map(cut), ...rest, ...(frame ? [cut(frame.trim())] : [])]
}
