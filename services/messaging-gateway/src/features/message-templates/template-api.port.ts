import type { TemplateBody, TemplateEditBody } from '@balcao/contracts'
import type { Upload } from '@balcao/kernel'

import type { CloudCredentials } from '../cloud-accounts'
import type { NetworkTemplate } from './message-template'

export type { CloudCredentials } from '../cloud-accounts'
export type { NetworkTemplate } from './message-template'

/** The file that Meta reviews a header of a file with. It is not kept here. */
export type HeaderSample = Upload

/** Most templates that are read of one account; Meta's own limit is 250, and 6,000 once a business is verified. */
export const MAX_TEMPLATES = 1_000

/**
 * Message templates at Meta. What it refuses is thrown.
 * @throws {AppError} ERR_CLOUD_TOKEN, ERR_CLOUD_PERMISSION, ERR_CLOUD_NUMBER_ID, ERR_CLOUD_UNAVAILABLE
 */
export interface TemplateApi {
  /** Of the business account, MAX_TEMPLATES at most. */
  list(credentials: CloudCredentials): Promise<NetworkTemplate[]>
  /** Undefined when there is none. */
  find(credentials: CloudCredentials, id: string): Promise<NetworkTemplate | undefined>
  /**
   * Creates and submits it; its state is answered with it. Not idempotent. Nothing is created where the sample does not arrive.
   * @param sample of a header of a file
   * @throws {AppError} ERR_TEMPLATE_NAME_TAKEN, ERR_TEMPLATE_LIMIT, ERR_TEMPLATE_REFUSED with the field that was refused (`file`: the sample)
   */
  create(
    credentials: CloudCredentials,
    template: TemplateBody,
    sample: HeaderSample | undefined,
  ): Promise<NetworkTemplate>
  /**
   * The template with all of its parts replaced, under review again. Not idempotent.
   * @param edit its category only where that changes
   * @param sample of a header of a file, uploaded again
   * @throws {AppError} ERR_NO_TEMPLATE_FOUND, ERR_TEMPLATE_STATE when it is under review, disabled or was edited too often,
   *   ERR_TEMPLATE_REFUSED with the field that was refused
   */
  edit(
    credentials: CloudCredentials,
    template: NetworkTemplate,
    edit: TemplateEditBody,
    sample: HeaderSample | undefined,
  ): Promise<NetworkTemplate>
  /** In its language only. Nothing when there is none. */
  delete(credentials: CloudCredentials, template: Pick<NetworkTemplate, 'id' | 'name'>): Promise<void>
}
