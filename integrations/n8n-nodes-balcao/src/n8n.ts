/* What these nodes use of n8n, which brings the rest. Its packages are under a licence that our tree does not take. */

export type Json = Record<string, unknown>

export interface NodeOption {
  name: string
  value: string | number
  description?: string
  action?: string
}

/** A field of a node's form. */
export interface NodeProperty {
  displayName: string
  name: string
  type: 'boolean' | 'collection' | 'multiOptions' | 'number' | 'options' | 'string'
  default: unknown
  description?: string
  placeholder?: string
  hint?: string
  required?: boolean
  noDataExpression?: boolean
  options?: (NodeOption | NodeProperty)[]
  typeOptions?: {
    loadOptionsMethod?: string
    minValue?: number
    maxValue?: number
    password?: boolean
    rows?: number
  }
  displayOptions?: { show: Record<string, string[]> }
}

export interface NodeDescription {
  displayName: string
  name: string
  icon: string
  group: string[]
  version: number
  subtitle: string
  description: string
  defaults: { name: string }
  inputs: string[]
  outputs: string[]
  credentials: { name: string; required: boolean }[]
  properties: NodeProperty[]
  usableAsTool?: true
  webhooks?: { name: string; httpMethod: string; responseMode: string; path: string }[]
}

export interface HttpRequestOptions {
  method: string
  url: string
  headers: Record<string, string>
  qs?: Json
  arrayFormat?: 'repeat'
  body?: Json
  json: true
  timeout: number
  returnFullResponse: true
  ignoreHttpStatusErrors: true
}

export interface FullResponse {
  statusCode: number
  headers: Record<string, unknown>
  body: unknown
}

/** Who may call the desk with the node's credentials. */
export interface CallContext {
  getCredentials(type: string): Promise<Json>
  helpers: {
    httpRequestWithAuthentication(
      this: CallContext,
      type: string,
      options: HttpRequestOptions,
    ): Promise<FullResponse>
  }
}

export interface NodeItem {
  json: Json
  pairedItem?: { item: number }
}

export interface ExecuteContext extends CallContext {
  getInputData(): NodeItem[]
  getNodeParameter(name: string, item: number, fallback?: unknown): unknown
  getNode(): { id: string; name: string }
  continueOnFail(): boolean
}

/** When a workflow is activated or deactivated. */
export interface HookContext extends CallContext {
  getNodeParameter(name: string, fallback?: unknown): unknown
  getNodeWebhookUrl(name: 'default'): string | undefined
  getWorkflowStaticData(type: 'node'): Json
}

export interface WebhookRequest {
  headers: Record<string, string | string[] | undefined>
  /** As it came. */
  rawBody?: Buffer
  readRawBody?(): Promise<void>
}

export interface WebhookContext {
  getRequestObject(): WebhookRequest
  getResponseObject(): { writeHead(status: number): { end(text: string): void } }
  getWorkflowStaticData(type: 'node'): Json
}

export interface WebhookResult {
  workflowData?: NodeItem[][]
  webhookResponse?: string
  noWebhookResponse?: true
}
