import { CREDENTIALS } from '../call'
import type { ExecuteContext, Json, NodeDescription, NodeItem, NodeProperty } from '../n8n'
import { actions, choices, type Action, type Given } from './actions'

const resources = [
  { name: 'Contact', value: 'contact' },
  { name: 'Message', value: 'message' },
  { name: 'Ticket', value: 'ticket' },
] as const

const operationsOf = (resource: string): NodeProperty => {
  const own = actions.filter((one) => one.resource === resource)
  return {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    default: own[0]?.operation ?? '',
    displayOptions: { show: { resource: [resource] } },
    options: own.map(({ name, operation: value, description, action }) => ({
      name,
      value,
      description,
      action,
    })),
  }
}

const fieldsOf = ({ resource, operation, fields }: Action): NodeProperty[] =>
  fields.map((field) => ({
    ...field,
    displayOptions: { show: { resource: [resource], operation: [operation] } },
  }))

const options: NodeProperty = {
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  placeholder: 'Add option',
  default: {},
  options: [
    {
      displayName: 'Idempotency Key',
      name: 'idempotencyKey',
      type: 'string',
      default: '',
      description:
        'A text of your own for this one change: a repeat with it has no further effect for a day. Without it an item of the trigger has its event’s ID.',
    },
  ],
}

/** Events come at least once; the key of one differs between the nodes of a workflow. */
export function chooseKey(own: unknown, { json }: NodeItem, nodeId: string): string | undefined {
  if (typeof own === 'string' && own !== '') return own
  const isEvent = typeof json.id === 'string' && 'sequence' in json && 'event' in json
  return isEvent ? `${String(json.id)}/${nodeId}` : undefined
}

function readGiven(context: ExecuteContext, index: number, item: NodeItem): Given {
  const read = (name: string) => context.getNodeParameter(name, index, undefined)
  const { idempotencyKey } = context.getNodeParameter('options', index, {}) as Json
  return {
    number: (name) => {
      const value = Number(read(name) ?? 0)
      if (!Number.isSafeInteger(value) || value < 0) throw new TypeError(`${name} is no number of the desk`)
      return value
    },
    text: (name) => String(read(name) ?? ''),
    flag: (name) => read(name) === true,
    ids: (name) => [read(name) ?? []].flat().map(Number),
    idempotencyKey: chooseKey(idempotencyKey, item, context.getNode().id),
  }
}

/** Messages, tickets and contacts of a desk. Its name and its file's are n8n's convention. */
export class Balcao {
  description: NodeDescription = {
    displayName: 'Balcão',
    name: 'balcao',
    icon: 'file:balcao.svg',
    group: ['transform'],
    version: 1,
    subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
    description: 'Messages, tickets and contacts of a Balcão desk',
    defaults: { name: 'Balcão' },
    inputs: ['main'],
    outputs: ['main'],
    credentials: [{ name: CREDENTIALS, required: true }],
    usableAsTool: true,
    properties: [
      {
        displayName: 'Resource',
        name: 'resource',
        type: 'options',
        noDataExpression: true,
        default: 'message',
        options: [...resources],
      },
      ...resources.map(({ value }) => operationsOf(value)),
      ...actions.flatMap(fieldsOf),
      options,
    ],
  }

  methods = { loadOptions: choices }

  async execute(this: ExecuteContext): Promise<NodeItem[][]> {
    const results: NodeItem[] = []
    for (const [index, item] of this.getInputData().entries()) {
      const pairedItem = { item: index }
      const [resource, operation] = ['resource', 'operation'].map((name) =>
        this.getNodeParameter(name, index),
      )
      try {
        const action = actions.find((one) => one.resource === resource && one.operation === operation)
        if (!action) throw new TypeError(`no operation ${String(operation)} of ${String(resource)}`)
        const found = await action.run(this, readGiven(this, index, item))
        results.push(...found.map((json) => ({ json, pairedItem })))
      } catch (error) {
        if (!this.continueOnFail()) throw error
        results.push({ json: { error: error instanceof Error ? error.message : String(error) }, pairedItem })
      }
    }
    return [results]
  }
}
