import operations from '../gen/operations.json'
import type { NodeProperty } from '../n8n'

const { path } = operations.getCurrentApiKey

/** An address and a key of a desk. Its name and its file's are n8n's convention. */
export class BalcaoApi {
  name = 'balcaoApi'
  displayName = 'Balcão API'
  icon = 'file:balcao.svg'
  documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-balcao'
  properties: NodeProperty[] = [
    {
      displayName: 'URL',
      name: 'url',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://desk.example.com',
      description: 'Where the desk is opened in a browser',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description: 'Made on the page "Chaves de API" of the desk',
    },
  ]
  authenticate = {
    type: 'generic',
    properties: { headers: { authorization: '=Bearer {{$credentials.apiKey}}' } },
  }
  test = { request: { baseURL: '={{$credentials.url}}', url: path } }
}
