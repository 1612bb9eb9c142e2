import { Readable } from 'node:stream'

import { templateFaults, type TemplateView } from '@balcao/contracts'

import { pdf } from './pdf-files'
import { SCHEMA, type Caller } from './support'
import { filled, PICTURE, startTemplateRig, TEXT_OF_OFFER, type TemplateRig } from './template-rig'

let rig: TemplateRig

beforeAll(async () => {
  rig = await startTemplateRig()
})

afterAll(() => rig.stop())

describe('a template whose header is a file', () => {
  const MP4 = Buffer.from('\0\0\0\u0018ftypmp42\0\0\0\0mp42isom', 'latin1')
  const MB = 1024 * 1024
  const samples = {
    picture: [PICTURE, 'vitrine.png'],
    film: [MP4, 'filme.mp4'],
    document: [pdf(), 'tabela.pdf'],
    text: [Buffer.from('apenas um texto'), 'texto.txt'],
    web: [Buffer.from('<!doctype html><title>404</title>'), 'vitrine.png'],
    nothing: [Buffer.alloc(0), 'vazio.png'],
    largePicture: [Buffer.concat([PICTURE, Buffer.alloc(5 * MB)]), 'grande.png'],
    largeFilm: [Buffer.concat([MP4, Buffer.alloc(16 * MB)]), 'grande.mp4'],
  } as const satisfies Record<string, readonly [Buffer, string]>
  type Sample = keyof typeof samples
  type Refusal = { error?: string; fields?: Record<string, string> }

  const draft = (own: object = {}) => ({
    name: 'vitrine',
    language: 'pt_BR',
    category: 'MARKETING',
    headerFormat: 'IMAGE',
    body: TEXT_OF_OFFER,
    footer: 'Loja do Bairro',
    ...own,
  })
  const toForm = (body: object, sample: Sample | undefined) => {
    const form = new FormData()
    form.append('templateData', JSON.stringify(body))
    if (sample) {
      const [content, name] = samples[sample]
      form.append('file', new Blob([new Uint8Array(content)]), name)
    }
    return form
  }
  const create = (own: object, sample?: Sample, as: Caller = rig.admin, id = rig.connection) =>
    as<TemplateView & Refusal>('POST', rig.pathOf(id), toForm(draft(own), sample))
  const edit = (name: string, own: object, sample?: Sample, as: Caller = rig.admin, id = rig.connection) => {
    const { name: _name, language: _language, category: _category, ...parts } = draft(own)
    const path = `${rig.pathOf(id)}/${rig.graph.templates.read(name).id}`
    return as<TemplateView & Refusal>('PUT', path, toForm(parts, sample))
  }
  const headerOf = (name: string) => rig.graph.templates.read(name).components[0]
  const decide = async (name: string) => {
    rig.graph.templates.decide(rig.graph.templates.read(name), 'APPROVED')
    await rig.settled()
  }
  const noTemplate = (name: string) => expect(() => rig.graph.templates.read(name)).toThrow()
  const nothingIsStored = async () =>
    expect(await rig.pg.sql(`SELECT 1 FROM ${SCHEMA}.pending_blobs`)).toEqual([])
  /** What Meta got, by its handles. */
  const uploaded = () => [...rig.graph.network.samples.values()]

  it.each<[string, Sample, string]>([
    ['IMAGE', 'picture', 'image/png'],
    ['VIDEO', 'film', 'video/mp4'],
    ['DOCUMENT', 'document', 'application/pdf'],
  ])('%s is created with its sample, which Meta alone keeps', async (headerFormat, sample, mimeType) => {
    const name = `com_amostra_${headerFormat.toLowerCase()}`
    const { status, body } = await create({ name, headerFormat }, sample)
    expect({ status, state: body.state, headerFormat: body.headerFormat, header: body.header }).toEqual({
      status: 200,
      state: 'PENDING',
      headerFormat,
      header: '',
    })
    expect(await rig.named(name)).toEqual(body)
    expect(uploaded().at(-1)).toMatchObject({ appId: rig.ours.appId, mimeType, content: samples[sample][0] })
    expect(headerOf(name)).toMatchObject({ type: 'HEADER', format: headerFormat })
    await nothingIsStored()
    await decide(name)
    expect(await rig.named(name)).toMatchObject({ state: 'APPROVED', canBeSent: true, canBeEdited: true })
  })

  it('is sent with a file once it is approved', async () => {
    const key = 'companies/1/outra.png'
    await rig.gateway.ports.blobs.put(key, Readable.from([PICTURE]), { maxBytes: 1_000_000 })
    const size = { width: 1, height: 1, durationSeconds: 0, sizeBytes: PICTURE.length }
    const media = { key, name: 'outra.png', mimeType: 'image/png', ...size }
    const to = '5511999990031'
    await rig.rowIs(
      await rig.sends(filled({ name: 'com_amostra_image', parameters: [] }), to, media),
      'DELIVERED',
    )
    expect(rig.graph.inbox(to)).toMatchObject([
      {
        rendered: TEXT_OF_OFFER + '\nLoja do Bairro',
        message: { template: { components: [{ type: 'header', parameters: [{ type: 'image' }] }] } },
      },
    ])
  })

  it.each<[string, object, Sample | undefined, string]>([
    ['no sample', {}, undefined, 'file'],
    ['a text as its picture', {}, 'text', 'file'],
    ['a page as its picture', {}, 'web', 'file'],
    ['a document as its picture', {}, 'document', 'file'],
    ['a picture as its film', { headerFormat: 'VIDEO' }, 'picture', 'file'],
    ['a text as its document', { headerFormat: 'DOCUMENT' }, 'text', 'file'],
    ['a picture too large', {}, 'largePicture', 'file'],
    ['a file beside a title', { headerFormat: 'TEXT', header: 'Olá' }, 'picture', 'file'],
    ['a file and no header', { headerFormat: 'NONE' }, 'picture', 'file'],
    ['a title above its picture', { header: 'Olá' }, 'picture', 'header'],
    ['a title without text', { headerFormat: 'TEXT' }, undefined, 'header'],
  ])('with %s is refused at its field, and nothing goes to Meta', async (_name, own, sample, field) => {
    const before = uploaded().length
    const { status, body } = await create({ name: 'recusado', ...own }, sample)
    expect({ status, error: body.error, fields: Object.keys(body.fields ?? {}) }).toEqual({
      status: 400,
      error: 'ERR_TEMPLATE_REFUSED',
      fields: [field],
    })
    expect(uploaded()).toHaveLength(before)
    noTemplate('recusado')
  })

  it.each<[string, string, Sample]>([
    ['is empty', 'ERR_MEDIA_EMPTY', 'nothing'],
    ['is larger than any file that the desk takes', 'ERR_MEDIA_TOO_LARGE', 'largeFilm'],
  ])('whose sample %s is refused as each upload is: %s', async (_name, error, sample) => {
    const before = uploaded().length
    expect((await create({ name: 'recusado', headerFormat: 'VIDEO' }, sample)).body.error).toBe(error)
    expect(uploaded()).toHaveLength(before)
    noTemplate('recusado')
  })

  it.each<[string, () => void, string]>([
    [
      'the upload is refused',
      () => rig.graph.faults.next({ kind: 'refuse', status: 400, code: 100 }, { path: '/upload:' }),
      'ERR_TEMPLATE_REFUSED',
    ],
    [
      'the upload breaks off',
      () => rig.graph.faults.next({ kind: 'cut-before' }, { path: '/upload:' }),
      'ERR_CLOUD_UNAVAILABLE',
    ],
    [
      'Meta does not begin the upload',
      () => rig.graph.faults.next({ kind: 'refuse', status: 500 }, { path: '/app/uploads' }),
      'ERR_CLOUD_UNAVAILABLE',
    ],
    [
      'the sample has expired meanwhile',
      () => void (rig.graph.settings.sampleHandleMs = 0),
      'ERR_TEMPLATE_REFUSED',
    ],
    [
      'the session has expired meanwhile',
      () => void (rig.graph.settings.uploadSessionMs = 0),
      'ERR_CLOUD_UNAVAILABLE',
    ],
    [
      'the system user has no role on the app',
      () => void (rig.graph.network.tokens.get(rig.ours.token)!.hasAppRole = false),
      'ERR_CLOUD_PERMISSION',
    ],
    [
      'the token is taken back',
      () => void (rig.graph.network.tokens.get(rig.ours.token)!.isRevoked = true),
      'ERR_CLOUD_TOKEN',
    ],
  ])('is not created where %s', async (_name, spoil, error) => {
    const { sampleHandleMs, uploadSessionMs } = rig.graph.settings
    spoil()
    const { body } = await create({ name: 'recusado' }, 'picture')
    Object.assign(rig.graph.settings, { sampleHandleMs, uploadSessionMs })
    Object.assign(rig.graph.network.tokens.get(rig.ours.token)!, { hasAppRole: true, isRevoked: false })
    rig.graph.faults.clear()
    expect(body.error).toBe(error)
    if (error === 'ERR_TEMPLATE_REFUSED') expect(body.fields).toEqual({ file: templateFaults.sample })
    noTemplate('recusado')
    expect(await rig.named('recusado')).toBeUndefined()
    await nothingIsStored()
  })

  it('is one template when its answer was lost and it is created again', async () => {
    rig.graph.faults.next({ kind: 'cut-after' }, { path: '/message_templates', method: 'POST' })
    expect((await create({ name: 'uma_vez' }, 'picture')).body.error).toBe('ERR_CLOUD_UNAVAILABLE')
    expect((await create({ name: 'uma_vez' }, 'picture')).body.error).toBe('ERR_TEMPLATE_NAME_TAKEN')
    const all = [...rig.graph.network.templates.values()].filter(({ name }) => name === 'uma_vez')
    expect(all).toHaveLength(1)
    await rig.sync()
    expect(await rig.named('uma_vez')).toMatchObject({ state: 'PENDING', headerFormat: 'IMAGE' })
  })

  it('is edited with its sample uploaded again, and refused without', async () => {
    const name = 'com_amostra_image'
    const without = await edit(name, { footer: 'Até domingo' })
    expect(without.body).toMatchObject({
      error: 'ERR_TEMPLATE_REFUSED',
      fields: { file: templateFaults.sample },
    })
    expect(rig.graph.templates.read(name).editedAtMs).toEqual([])
    const address = headerOf(name)
    const { status, body } = await edit(name, { footer: 'Até domingo' }, 'picture')
    expect({ status, state: body.state, footer: body.footer, headerFormat: body.headerFormat }).toEqual({
      status: 200,
      state: 'PENDING',
      footer: 'Até domingo',
      headerFormat: 'IMAGE',
    })
    expect(headerOf(name)).not.toEqual(address)
    await decide(name)
    // Taken once a day; the upload does not change that.
    expect((await edit(name, {}, 'picture')).body.error).toBe('ERR_TEMPLATE_EDIT_LIMIT')
  })

  it('may have another header from an edit on', async () => {
    const name = 'com_amostra_video'
    expect((await edit(name, { headerFormat: 'TEXT', header: 'Olá' })).body).toMatchObject({
      headerFormat: 'TEXT',
      header: 'Olá',
    })
    await decide(name)
    rig.graph.templates.read(name).editedAtMs.splice(0)
    expect((await edit(name, { headerFormat: 'DOCUMENT' }, 'document')).body.headerFormat).toBe('DOCUMENT')
    await decide(name)
    rig.graph.templates.read(name).editedAtMs.splice(0)
    expect((await edit(name, { headerFormat: undefined })).body.headerFormat).toBe('NONE')
    await decide(name)
  })

  it('is for administrators of the company, at whose app its sample is', async () => {
    const before = uploaded().length
    expect((await create({ name: 'alheio' }, 'picture', rig.agent)).status).toBe(403)
    expect((await create({ name: 'alheio' }, 'picture', rig.foreigner)).body.error).toBe('ERR_NO_WAPP_FOUND')
    const name = 'com_amostra_document'
    const own = { headerFormat: 'DOCUMENT' }
    expect((await edit(name, own, 'document', rig.agent)).status).toBe(403)
    expect((await edit(name, own, 'document', rig.foreigner)).body.error).toBe('ERR_NO_WAPP_FOUND')
    const astray = await edit(name, own, 'document', rig.foreigner, rig.foreign)
    expect(astray.body.error).toBe('ERR_NO_TEMPLATE_FOUND')
    expect(uploaded()).toHaveLength(before)
    noTemplate('alheio')
    const { body } = await create({ name: 'deles' }, 'picture', rig.foreigner, rig.foreign)
    expect(body).toMatchObject({ state: 'PENDING', headerFormat: 'IMAGE' })
    expect(uploaded().at(-1)).toMatchObject({ appId: rig.theirs.appId })
    expect(await rig.named('deles')).toBeUndefined()
    expect((await rig.foreigner('DELETE', `${rig.pathOf(rig.foreign)}/${body.id}`)).status).toBe(204)
  })
})
