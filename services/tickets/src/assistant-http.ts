import { MINUTE, SECOND, type OutgoingHttp } from '@balcao/kernel'
import { createOutgoingHttp, type Resolve } from '@balcao/platform'

import type { TicketsConfig } from './config'

const MEBIBYTE = 1024 * 1024

/**
 * URLs of companies, and services of the operator's choice.
 * @param guard replaces DNS and the ports in tests.
 */
export function openAssistantHttp(
  {
    assistants: { origins, ...operators },
    maxUploadBytes,
  }: Pick<TicketsConfig, 'assistants' | 'maxUploadBytes'>,
  guard: { ports?: readonly number[]; resolve?: Resolve } = {},
): { integrationHttp: OutgoingHttp; fileHttp: OutgoingHttp; modelHttp: OutgoingHttp } {
  const limits = {
    maxBytes: MEBIBYTE,
    totalMs: 10 * SECOND,
    idleMs: 10 * SECOND,
    allowsPlainHttp: true,
    ...(guard.ports && { ports: guard.ports }),
  }
  const configured = [
    operators.openAiUrl,
    operators.dialogflowUrl,
    operators.googleTokenUrl,
    operators.asaasUrl,
  ]
  const trustedOrigins = [...configured.map((url) => new URL(url).origin), ...origins]
  return {
    /** What companies set up. */
    integrationHttp: createOutgoingHttp({ ...limits, trustedOrigins: origins }, guard.resolve),
    /** Files that integrations name. */
    fileHttp: createOutgoingHttp(
      { ...limits, totalMs: 30 * SECOND, maxBytes: maxUploadBytes, trustedOrigins: origins },
      guard.resolve,
    ),
    /** What the operator set up: slower, since models take their time. */
    modelHttp: createOutgoingHttp(
      { ...limits, totalMs: MINUTE, idleMs: MINUTE, maxBytes: 8 * MEBIBYTE, trustedOrigins },
      guard.resolve,
    ),
  }
}
