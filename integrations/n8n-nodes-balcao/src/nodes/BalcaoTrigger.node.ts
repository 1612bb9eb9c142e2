import { callDesk, callForObject, CREDENTIALS, DeskRefusal } from '../call'
import events from '../gen/events.json'
import type { HookContext, Json, NodeDescription, WebhookContext, WebhookResult } from '../n8n'
import { isSigned } from '../signature'

/* Of a webhook that this node made, in the workflow's static data. */
interface Registered {
  webhookId?: number
  secret?: string
}

const readRegistered = (context: Pick<HookContext, 'getWorkflowStaticData'>): Registered =>
  context.getWorkflowStaticData('node')

const chosen = (context: HookContext) => [...(context.getNodeParameter('events', []) as string[])].sort()

/* One that is gone, with its company's plan or by hand, is deleted. */
async function deleteWebhook(context: HookContext, webhookId: number): Promise<void> {
  try {
    await callDesk(context, 'deleteWebhook', { path: { webhookId } })
  } catch (error) {
    if (!(error instanceof DeskRefusal) || error.status !== 404) throw error
  }
}

const isAsked = (webhook: Json, url: string | undefined, kinds: readonly string[]): boolean =>
  webhook.url === url && [...(webhook.events as string[])].sort().join() === kinds.join()

/** Starts a workflow with what happens on a desk. Its name and its file's are n8n's convention. */
export class BalcaoTrigger {
  description: NodeDescription = {
    displayName: 'Balcão Trigger',
    name: 'balcaoTrigger',
    icon: 'file:balcao.svg',
    group: ['trigger'],
    version: 1,
    subtitle: '={{ $parameter["events"].join(", ") }}',
    description: 'Starts the workflow when something happens on a Balcão desk',
    defaults: { name: 'Balcão Trigger' },
    inputs: [],
    outputs: ['main'],
    credentials: [{ name: CREDENTIALS, required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        default: ['message.received'],
        options: events.map(({ kind, meaning }) => ({ name: kind, value: kind, description: meaning })),
        description: 'What starts the workflow. Each event comes at least once, under the same ID.',
      },
    ],
  }

  webhookMethods = {
    default: {
      async checkExists(this: HookContext): Promise<boolean> {
        const { webhookId, secret } = readRegistered(this)
        if (webhookId === undefined) return false
        const { webhooks } = await callForObject(this, 'listWebhooks')
        const known = (webhooks as Json[]).find(({ id }) => id === webhookId)
        if (!known) return false
        if (secret !== undefined && isAsked(known, this.getNodeWebhookUrl('default'), chosen(this)))
          return true
        await deleteWebhook(this, webhookId)
        return false
      },

      async create(this: HookContext): Promise<boolean> {
        const url = this.getNodeWebhookUrl('default')
        if (url === undefined) return false
        const made = await callForObject(this, 'createWebhook', { body: { url, events: chosen(this) } })
        // The secret is answered once.
        Object.assign(this.getWorkflowStaticData('node'), { webhookId: made.id, secret: made.signingSecret })
        return true
      },

      async delete(this: HookContext): Promise<boolean> {
        const data = this.getWorkflowStaticData('node')
        const { webhookId } = readRegistered(this)
        if (webhookId !== undefined) await deleteWebhook(this, webhookId)
        delete data.webhookId
        delete data.secret
        return true
      },
    },
  }

  async webhook(this: WebhookContext): Promise<WebhookResult> {
    const request = this.getRequestObject()
    if (!request.rawBody) await request.readRawBody?.()
    const { rawBody } = request
    const { secret } = readRegistered(this)
    const header = String(request.headers['balcao-signature'] ?? '')
    if (!rawBody || secret === undefined || !isSigned(header, rawBody, secret, new Date())) {
      this.getResponseObject().writeHead(401).end('The signature is not of this webhook.')
      return { noWebhookResponse: true }
    }
    const event = JSON.parse(rawBody.toString('utf8')) as Json
    // A trial of the desk's page, which is no event.
    if (event.event === 'test') return { webhookResponse: 'ok' }
    return { workflowData: [[{ json: event }]] }
  }
}
