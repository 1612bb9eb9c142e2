/** What a check found, in words for the operator; what is not well says what to do. */
export type Finding =
  { status: 'ok'; message: string } | { status: 'warning' | 'problem'; message: string; remedy: string }

/** One thing that the doctor looks at. It changes nothing. */
export interface Check {
  name: string
  run(): Promise<Finding>
}

/** A finding with the name of its check. */
export type NamedFinding = Finding & { name: string }

export const ok = (message: string): Finding => ({ status: 'ok', message })
export const warning = (message: string, remedy: string): Finding => ({ status: 'warning', message, remedy })
export const problem = (message: string, remedy: string): Finding => ({ status: 'problem', message, remedy })
