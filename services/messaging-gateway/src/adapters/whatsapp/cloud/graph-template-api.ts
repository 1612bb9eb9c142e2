import { createReadStream } from 'node:fs'

import type { TemplateBody, TemplateEditBody } from '@balcao/contracts'
import { AppError, readRecord, readRecords, readText } from '@balcao/kernel'

import {
  MAX_TEMPLATES,
  type CloudCredentials,
  type HeaderSample,
  type NetworkTemplate,
  type TemplateApi,
} from '../../../features/message-templates/template-api.port'
import { buildTemplate, buildTemplateEdit } from './build-template'
import type { GraphAnswer, GraphClient } from './graph-client'
import {
  isPermissionError,
  isTokenError,
  mapSampleRefusal,
  mapTemplateRefusal,
  type GraphError,
} from './graph-errors'
import { readContent, readTemplate, TEMPLATE_NODE_FIELDS } from './read-template'

/* Of a page; the largest template has about 4 KB. */
const PAGE = 100

const isMissing = ({ code, subcode }: GraphError): boolean => code === 100 && subcode === 33

function toApiError(error: GraphError): AppError {
  const detail = `${error.code} ${error.subcode}`
  if (isTokenError(error)) return new AppError('ERR_CLOUD_TOKEN', { detail })
  if (isPermissionError(error)) return new AppError('ERR_CLOUD_PERMISSION', { detail })
  if (isMissing(error)) return new AppError('ERR_CLOUD_NUMBER_ID', { detail })
  return new AppError('ERR_CLOUD_UNAVAILABLE', { detail })
}

async function reachGraph(ask: () => Promise<GraphAnswer>): Promise<GraphAnswer> {
  try {
    return await ask()
  } catch (error) {
    throw new AppError('ERR_CLOUD_UNAVAILABLE', { cause: error })
  }
}

/** Message templates through the Graph API. */
export class GraphTemplateApi implements TemplateApi {
  constructor(private readonly client: GraphClient) {}

  async list(credentials: CloudCredentials): Promise<NetworkTemplate[]> {
    const templates: NetworkTemplate[] = []
    let after: string | undefined
    do {
      const { body } = await this.ask(credentials, {
        method: 'GET',
        path: `${credentials.businessAccountId}/message_templates`,
        query: { fields: TEMPLATE_NODE_FIELDS, limit: String(PAGE), ...(after !== undefined && { after }) },
      })
      templates.push(...readRecords(body.data).flatMap((node) => readTemplate(node) ?? []))
      const paging = readRecord(body.paging)
      const cursor = readText(readRecord(paging.cursors).after)
      after = readText(paging.next) === '' || cursor === '' ? undefined : cursor
    } while (after !== undefined && templates.length < MAX_TEMPLATES)
    return templates.slice(0, MAX_TEMPLATES)
  }

  async find(credentials: CloudCredentials, id: string): Promise<NetworkTemplate | undefined> {
    const answer = await this.call(credentials, {
      method: 'GET',
      path: id,
      query: { fields: TEMPLATE_NODE_FIELDS },
    })
    if (answer.kind === 'done') return readTemplate(answer.body)
    if (isMissing(answer.error)) return undefined
    throw toApiError(answer.error)
  }

  async create(
    credentials: CloudCredentials,
    template: TemplateBody,
    sample: HeaderSample | undefined,
  ): Promise<NetworkTemplate> {
    const node = buildTemplate(template, await this.uploadSample(credentials, sample))
    const answer = await this.call(credentials, {
      method: 'POST',
      path: `${credentials.businessAccountId}/message_templates`,
      body: node,
    })
    if (answer.kind === 'error') throw mapTemplateRefusal(answer.error) ?? toApiError(answer.error)
    const created = readTemplate({ ...node, ...answer.body })
    if (!created) throw new AppError('ERR_CLOUD_UNAVAILABLE', { detail: 'an answer without an id' })
    return created
  }

  async edit(
    credentials: CloudCredentials,
    template: NetworkTemplate,
    edit: TemplateEditBody,
    sample: HeaderSample | undefined,
  ): Promise<NetworkTemplate> {
    const node = buildTemplateEdit(edit, await this.uploadSample(credentials, sample))
    const answer = await this.call(credentials, { method: 'POST', path: template.id, body: node })
    if (answer.kind === 'error') {
      if (isMissing(answer.error)) throw new AppError('ERR_NO_TEMPLATE_FOUND')
      throw mapTemplateRefusal(answer.error) ?? toApiError(answer.error)
    }
    return {
      ...template,
      category: edit.category ?? template.category,
      state: 'PENDING',
      reason: '',
      content: readContent(node),
    }
  }

  async delete(
    credentials: CloudCredentials,
    { id, name }: Pick<NetworkTemplate, 'id' | 'name'>,
  ): Promise<void> {
    const answer = await this.call(credentials, {
      method: 'DELETE',
      path: `${credentials.businessAccountId}/message_templates`,
      query: { name, hsm_id: id },
    })
    if (answer.kind === 'done') return
    // Whatever it says of one that is gone.
    if ((await this.find(credentials, id)) !== undefined) throw toApiError(answer.error)
  }

  /* Its handle; '' without one. What Meta does not accept of the session is about the file. */
  private async uploadSample(
    credentials: CloudCredentials,
    sample: HeaderSample | undefined,
  ): Promise<string> {
    if (!sample) return ''
    const { originalName: name, path, ...file } = sample
    const open = () => Promise.resolve(createReadStream(path))
    const answer = await reachGraph(() => this.client.uploadSample(credentials, { ...file, name, open }))
    if (answer.kind === 'error') {
      // Of the session, which is over: another one begins with the next try.
      if (isMissing(answer.error))
        throw new AppError('ERR_CLOUD_UNAVAILABLE', { detail: 'no upload session' })
      throw mapSampleRefusal(answer.error) ?? toApiError(answer.error)
    }
    const handle = readText(answer.body.h)
    if (handle === '') throw new AppError('ERR_CLOUD_UNAVAILABLE', { detail: 'an answer without a handle' })
    return handle
  }

  private call(
    credentials: CloudCredentials,
    request: Parameters<GraphClient['call']>[1],
  ): Promise<GraphAnswer> {
    return reachGraph(() => this.client.call(credentials, request))
  }

  private async ask(
    credentials: CloudCredentials,
    request: Parameters<GraphClient['call']>[1],
  ): Promise<Extract<GraphAnswer, { kind: 'done' }>> {
    const answer = await this.call(credentials, request)
    if (answer.kind === 'error') throw toApiError(answer.error)
    return answer
  }
}
