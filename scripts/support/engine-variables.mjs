// What a program that starts engines prints for `eval`: lines `export NAME=value`.

/** The variables in this text, by name; quotes of a shell around a value are removed. */
export const parseVariables = (text) =>
  Object.fromEntries(
    [...text.matchAll(/^(?:export )?([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name, value]) => [
      name,
      value.replace(/^(['"])(.*)\1$/, '$2'),
    ]),
  )

/**
 * The variables in what a program printed on standard output.
 * @throws {Error} that names each expected one that is missing or empty, with the end of what was printed.
 */
export function readVariables({ stdout, output }, expected) {
  const variables = parseVariables(stdout)
  const missing = expected.filter((name) => !variables[name])
  if (missing.length > 0)
    throw new Error(
      `${missing.join(', ')} ${missing.length > 1 ? 'were' : 'was'} not printed:\n${output.slice(-2_000)}`,
    )
  return variables
}
