import { GraphError } from '../graph-error'

/**
 * What refuses a template: code 100 with a subcode, a title and a message for people (support/error-codes#template-creation-errors,
 * 2026-09-11). The page has those of 23880xx to 2388299 that it marks so; 2388024 (same name and language), 2388043 (a field or
 * sample is missing) and 2388273 (of a file in the header) are quoted by clients (2024 to 2026).
 */
export const CREATION_ERRORS = {
  unchangeable: [2388039, "Message template status can't be changed"],
  tooLong: [2388040, 'Character limit exceeded'],
  header: [2388047, 'Message header format is incorrect'],
  body: [2388072, 'Message body format is incorrect'],
  footer: [2388073, 'Message footer format is incorrect'],
  tooManyVariables: [2388293, 'Parameters words ratio exceeds limit'],
  edgeVariables: [2388299, 'Leading or trailing parameters not allowed'],
  limit: [2388019, 'Message Template Limit Exceeded'],
  exists: [2388024, 'Content in this language already exists'],
  missing: [2388043, 'Message template "components" param is missing expected field(s)'],
  sample: [2388273, 'Message template is missing a sample'],
} as const satisfies Record<string, readonly [number, string]>

export function creationError(kind: keyof typeof CREATION_ERRORS, message: string): GraphError {
  const [subcode, title] = CREATION_ERRORS[kind]
  return new GraphError(100, {
    message: 'Invalid parameter',
    details: '',
    subcode,
    forUser: { title, message },
  })
}

export const sampleMissing = (format: string): GraphError =>
  creationError(
    'sample',
    `Templates with ${format} header type need an example/sample, but it was not provided.`,
  )
