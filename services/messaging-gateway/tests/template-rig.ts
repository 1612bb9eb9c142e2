import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

import type { TemplateView } from '@balcao/contracts'
import type { FilledTemplate, Media } from '@balcao/contracts/wire'
import { waitFor } from '@balcao/testkit'

import { addNumber, connectNumber, quietGraph, startCloudGateway, startGraph } from './cloud-rig'
import { asksToSend, gatewayDatabase, people, SCHEMA, type Caller } from './support'

export const RITA = '5511999990001'
export const PICTURE = readFileSync(path.join(__dirname, 'fixtures/palette.png'))
export const TEXT_OF_OFFER = 'Chegou a coleção nova: venha ver na loja.'

/** The template `pedido_saiu` as it is sent to Rita. */
export const filled = (own: Partial<FilledTemplate> = {}): FilledTemplate => ({
  name: 'pedido_saiu',
  language: 'pt_BR',
  parameters: [
    { part: 'header', index: 0, buttonType: '', name: '', text: '77' },
    { part: 'body', index: 0, buttonType: '', name: '', text: 'Rita' },
    { part: 'body', index: 0, buttonType: '', name: '', text: '77' },
    { part: 'button', index: 1, buttonType: 'url', name: '', text: 'p77' },
  ],
  ...own,
})

export type TemplateRig = Awaited<ReturnType<typeof startTemplateRig>>

/** A gateway with an official number of each of two companies, whose templates are reviewed when the test decides. */
export async function startTemplateRig(
  rpc: NonNullable<Parameters<typeof startCloudGateway>[2]>['rpc'] = {},
) {
  const graph = await startGraph()
  graph.settings.templateReviewMs = undefined
  const pg = await gatewayDatabase()
  const gateway = await startCloudGateway(pg, graph, { rpc })
  const { admin, agent, foreigner } = await people(pg, gateway.url)
  const ours = await addNumber(graph, '5511940000001')
  const theirs = await addNumber(graph, '5511940000002', 'another-secret')
  const connection = await connectNumber({ graph, gateway }, admin, ours)
  const foreign = await connectNumber({ graph, gateway }, foreigner, theirs)

  const pathOf = (id = connection) => `/whatsapp/${id}/templates`
  const list = async (caller: Caller = admin, id = connection) =>
    (await caller<TemplateView[]>('GET', pathOf(id))).body
  const row = async (messageId: string) =>
    (
      await pg.sql<{ state: string; failure: string; tries: number }>(
        `SELECT state, failure, tries FROM ${SCHEMA}.outbound WHERE message_id = $1`,
        [messageId],
      )
    )[0]
  return {
    pg,
    graph,
    gateway,
    admin,
    agent,
    foreigner,
    ours,
    theirs,
    connection,
    foreign,
    pathOf,
    list,
    sync: (caller: Caller = admin, id = connection) =>
      caller<TemplateView[]>('POST', `${pathOf(id)}/sync`, {}),
    named: async (name: string) => (await list()).find((template) => template.name === name),
    settled: () => quietGraph(graph, gateway),
    /** The id of a template's message to the customer. */
    async sends(template: FilledTemplate | undefined, to = RITA, media?: Media) {
      const messageId = randomUUID()
      const body = 'o texto preenchido'
      await asksToSend(gateway, {
        messageId,
        connectionId: connection,
        number: to,
        kind: 'template',
        body,
        template,
        media,
      })
      return messageId
    },
    row,
    rowIs: (messageId: string, state: string) => waitFor(async () => (await row(messageId))?.state === state),
    async stop() {
      await pg.close()
      await graph.stop()
    },
  }
}
