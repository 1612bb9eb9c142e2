import { templateFaults, type ErrorCode, type TemplateBody, type TemplateFault } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'

import type { Refusal } from '../../../features/whatsapp-driver'

/** How Graph says no. */
export interface GraphError {
  status: number
  code: number
  /** Narrows some codes; 0 without one. */
  subcode: number
  /** Meta's words, for the log of the operator; they name no customer. */
  title: string
}

/**
 * What follows an error of Graph. `credentials`: nothing goes on until a person enters others. `unsure`: Graph failed, and may have taken
 * the message.
 */
export type ErrorMeaning =
  { kind: 'refusal'; refusal: Refusal } | { kind: 'credentials' } | { kind: 'unsure' }

/*
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes (updated 18 June 2026, read 27 November
 * 2026). Codes that are not here are refusals without a name of their own.
 */
const byRefusal: Partial<Record<Refusal, readonly number[]>> = {
  // 131047: more than 24 hours since the customer's last message.
  'window-closed': [131047],
  // 132001 no such template or language, 132005 text too long, 132007 against the policy, 132012 and 132000 its variables, 132015 paused,
  // 132016 disabled, 132018 a value or button that it does not have, 132068 and 132069 its flow.
  'template-unusable': [132000, 132001, 132005, 132007, 132012, 132015, 132016, 132018, 132068, 132069],
  unpaid: [131042],
  // 131050: the customer has stopped messages of marketing.
  'opted-out': [131050],
  // 4 calls of the app, 80007 of the account, 130429 messages of the number, 131056 messages between this pair.
  'too-fast': [4, 80007, 130429, 131056],
  // 368 and 131031 the account is restricted or locked, 130497 it may not write to this country.
  'blocked-by-policy': [368, 130497, 131031],
  // 131048: too many messages of the number were blocked or reported.
  'ban-risk': [131048],
  // 131026: not on WhatsApp, an old app, or terms that are not accepted. Meta does not say which.
  'not-on-whatsapp': [131026],
}

const refusalByCode = new Map<number, Refusal>()
for (const [refusal, codes] of Object.entries(byRefusal))
  for (const code of codes) refusalByCode.set(code, refusal as Refusal)

/* 0 and 190 the token, 3 and 10 and 131005 a missing permission. */
const CREDENTIALS: readonly number[] = [0, 3, 10, 190, 131005]

/* 1 unknown, 2 out of service, 131000 unknown, 131016 out of service, 131057 maintenance. */
const UNSURE: readonly number[] = [1, 2, 131000, 131016, 131057]

const isPermission = (code: number): boolean => code >= 200 && code <= 299

/** The refusal that a failed receipt names. */
export const mapRefusal = (code: number): Refusal => refusalByCode.get(code) ?? 'refused'

/** What an error answer of a call means. */
export function mapGraphError({ status, code }: GraphError): ErrorMeaning {
  const refusal = refusalByCode.get(code)
  if (refusal) return { kind: 'refusal', refusal }
  if (CREDENTIALS.includes(code) || isPermission(code)) return { kind: 'credentials' }
  if (status === 429) return { kind: 'refusal', refusal: 'too-fast' }
  if (status >= 500 || UNSURE.includes(code)) return { kind: 'unsure' }
  return { kind: 'refusal', refusal: 'refused' }
}

/** Whether the token itself is not accepted, and not what it may do. */
export const isTokenError = ({ code, status }: GraphError): boolean =>
  code === 0 || code === 190 || (status === 401 && !isPermission(code) && code !== 10)

export const isPermissionError = ({ code }: GraphError): boolean =>
  code === 3 || code === 10 || code === 131005 || isPermission(code)

/*
 * Why a template is not created or edited: code 100 with one of these, of the same page (#template-creation-errors). 2388024 and 2388043
 * are quoted by clients, as are 2388273 and 2494102 (of 131009), about the sample of a header. 2388039 is the answer to an edit of one that is under review, and of one that was edited too often.
 */
const templateRefusals: Readonly<
  Record<number, { code: ErrorCode; field?: keyof TemplateBody | 'file'; fault?: TemplateFault }>
> = {
  2388019: { code: 'ERR_TEMPLATE_LIMIT' },
  2388023: { code: 'ERR_TEMPLATE_NAME_TAKEN' },
  2388024: { code: 'ERR_TEMPLATE_NAME_TAKEN' },
  2388039: { code: 'ERR_TEMPLATE_STATE' },
  2388040: { code: 'ERR_TEMPLATE_REFUSED', field: 'body', fault: 'long' },
  2388043: { code: 'ERR_TEMPLATE_REFUSED' },
  2388047: { code: 'ERR_TEMPLATE_REFUSED', field: 'header', fault: 'format' },
  2388072: { code: 'ERR_TEMPLATE_REFUSED', field: 'body', fault: 'format' },
  2388073: { code: 'ERR_TEMPLATE_REFUSED', field: 'footer', fault: 'format' },
  2388273: { code: 'ERR_TEMPLATE_REFUSED', field: 'file', fault: 'sample' },
  2388293: { code: 'ERR_TEMPLATE_REFUSED', field: 'body', fault: 'ratio' },
  2388299: { code: 'ERR_TEMPLATE_REFUSED', field: 'body', fault: 'edges' },
  2494102: { code: 'ERR_TEMPLATE_REFUSED', field: 'file', fault: 'sample' },
}

/** What a refused template is told, at its field; undefined where the refusal is not about the template. */
export function mapTemplateRefusal({ status, code, subcode }: GraphError): AppError | undefined {
  const row = templateRefusals[subcode]
  const detail = `${code} ${subcode}`
  if (row) {
    const { field, fault } = row
    return new AppError(row.code, {
      detail,
      ...(field && fault && { fields: { [field]: templateFaults[fault] } }),
    })
  }
  const isAboutIt = code === 100 && subcode !== 33 && status < 500
  return isAboutIt ? new AppError('ERR_TEMPLATE_REFUSED', { detail }) : undefined
}

/** What a refused upload of a header's sample is told, at the file; undefined where the refusal is not about the file. */
export const mapSampleRefusal = ({ status, code, subcode }: GraphError): AppError | undefined =>
  code === 100 && subcode !== 33 && status < 500
    ? new AppError('ERR_TEMPLATE_REFUSED', {
        detail: `${code} ${subcode}`,
        fields: { file: templateFaults.sample },
      })
    : undefined
