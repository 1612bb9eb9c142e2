import { mergePayloads } from './webhook-batch'
import type { WebhookPayload } from './webhook-queue'

const payload = (account: string, ...values: number[]): WebhookPayload => ({
  object: 'whatsapp_business_account',
  entry: [{ id: account, changes: values.map((at) => ({ field: 'messages', value: { at } })) }],
})

it('webhooks become one with an entry for each account', () => {
  expect(mergePayloads([payload('A', 1), payload('B', 2), payload('A', 3)])).toEqual([
    {
      object: 'whatsapp_business_account',
      entry: [payload('A', 1, 3).entry[0], payload('B', 2).entry[0]],
    },
  ])
})

it('no webhook has more than 1,000 updates, those that were merged before included', () => {
  const once = mergePayloads(Array.from({ length: 900 }, (_, at) => payload('A', at)))
  const again = mergePayloads([...once, ...Array.from({ length: 300 }, (_, at) => payload('A', 900 + at))])
  expect(again.map(({ entry }) => entry.map(({ changes }) => changes.length))).toEqual([[1_000], [200]])
  const told = again.flatMap(({ entry }) =>
    entry.flatMap(({ changes }) => changes.map(({ value }) => value.at)),
  )
  expect(told).toEqual(Array.from({ length: 1_200 }, (_, at) => at))
})
