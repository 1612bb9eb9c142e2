import {
  capabilities,
  chooseHeaderFormat,
  findSampleFault,
  findTemplateFaults,
  officialProvider,
  templateFaults,
  type CheckedTemplate,
} from '@balcao/contracts'
import { AppError } from '@balcao/kernel'

import type { HeaderSample } from './template-api.port'

/** What is written of a template, and the file that Meta reviews its header with. */
export interface WrittenTemplate<B extends CheckedTemplate> {
  body: B
  /** Of a header of a file. */
  sample: HeaderSample | undefined
}

/** @throws {AppError} ERR_TEMPLATE_REFUSED with the fields that Meta would refuse; `file` is the sample */
export function assertWritten({ body, sample }: WrittenTemplate<CheckedTemplate>): void {
  const fault = findSampleFault(chooseHeaderFormat(body), sample, capabilities[officialProvider])
  const fields = { ...findTemplateFaults(body), ...(fault && { file: templateFaults[fault] }) }
  if (Object.keys(fields).length > 0) throw new AppError('ERR_TEMPLATE_REFUSED', { fields })
}
