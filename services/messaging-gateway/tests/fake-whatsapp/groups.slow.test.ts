import { waitFor } from '@balcao/testkit'

import type { Contact, Group } from './index'
import { openLinkedStage, type Stage } from './stage'

let stage: Stage
let bia: Contact
let group: Group

describe.each(['lid', 'pn'] as const)('a group addressed by %s', (addressing) => {
  beforeEach(async () => {
    stage = await openLinkedStage()
    const { wa, account, ana } = stage
    bia = wa.contact('5511977770002', { name: 'Bia' })
    group = wa.group(undefined, {
      subject: 'Obras',
      participants: [account, ana, bia],
      admins: [ana],
      addressing,
    })
  })

  afterEach(() => stage.close())

  it('brings messages of every member, under the member’s name', async () => {
    const { wa, client, account, ana } = stage
    await group.text(ana, 'oi')
    await group.text(bia, 'olá')
    await group.text(ana, 'tudo bem?')
    await waitFor(() => client.texts().length === 3)
    expect(client.messages.map(({ key }) => [key.remoteJid, key.participant])).toEqual([
      [group.jid, ana.jid(addressing)],
      [group.jid, bia.jid(addressing)],
      [group.jid, ana.jid(addressing)],
    ])
    await waitFor(() => account.device.pending.length === 0)
    wa.verify()
  })

  it('takes messages of the client to every member', async () => {
    const { wa, client, account, ana } = stage
    await client.sock.sendMessage(group.jid, { text: 'um' })
    await client.sock.sendMessage(group.jid, { text: 'dois' })
    await waitFor(() => bia.inbox(account).texts().length === 2 && ana.inbox(account).texts().length === 2)
    expect(bia.inbox(account).texts()).toEqual(['um', 'dois'])
    await waitFor(() => account.inbox(account).texts().length === 2)
    wa.verify()
  })

  it('shows what the owner writes in it on the phone', async () => {
    const { client, account } = stage
    await group.text(account, 'do celular')
    const message = await waitFor(() => client.messages[0])
    expect(message.key).toMatchObject({ fromMe: true, remoteJid: group.jid })
    expect(message.message?.conversation).toBe('do celular')
  })

  it('is described to its members', async () => {
    const { client, account, ana } = stage
    const metadata = await client.sock.groupMetadata(group.jid)
    expect(metadata).toMatchObject({ id: group.jid, subject: 'Obras', addressingMode: addressing })
    expect(metadata.participants.map(({ id, admin }) => [id, admin])).toEqual([
      [account.jid(addressing), null],
      [ana.jid(addressing), 'admin'],
      [bia.jid(addressing), null],
    ])
    group.remove(account)
    await expect(client.sock.groupMetadata(group.jid)).rejects.toThrow('item-not-found')
  })
})
