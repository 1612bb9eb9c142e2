import { sourceSystems } from '../src/system-import/open-source'
import { openChatwootDatabase } from './support/chatwoot-database'
import { openFamilyDatabase } from './support/family-database'
import { describeImportSource, type ImportSourceRig } from './support/import-source.contract'

const at = (minute: number) => new Date(Date.UTC(2023, 4, 10, 12, minute))

async function startFamily(system: 'whaticket' | 'ticketz'): Promise<ImportSourceRig> {
  const database = await openFamilyDatabase(system)
  const { put } = database
  const isTicketz = system === 'ticketz'
  for (const company of isTicketz ? [1, 2] : [1]) {
    const own = isTicketz ? { companyId: company } : {}
    const base = company * 10
    if (isTicketz) await put('Companies', { id: company, name: `Empresa ${company}` })
    await put('Users', { id: base, name: 'Rosa', email: `rosa${company}@x.test`, profile: 'admin', ...own })
    await put('Queues', { id: base, name: `Fila ${company}`, color: `#00000${company}`, ...own })
    await put('UserQueues', { userId: base, queueId: base })
    await put('Whatsapps', { id: base, name: `Loja ${company}`, status: 'CONNECTED', ...own })
    await put('Contacts', { id: base, name: 'Bento', number: `551198765000${company}`, ...own })
    const ticket = { contactId: base, whatsappId: base, ...own }
    await put(
      'Tickets',
      { id: base + 1, status: 'open', ...ticket },
      { id: base, status: 'closed', ...ticket },
    )
    if (isTicketz) {
      await put('Tags', { id: base, name: 'Festa', color: '#ff0000', companyId: company })
      await put('TicketTags', { ticketId: base, tagId: base })
      await put('ContactTags', { contactId: base, tagId: base })
      await put('UserRatings', { ticketId: base, userId: base, rate: 3, companyId: company })
      await put('Campaigns', {
        id: base,
        name: `Campanha ${company}`,
        message1: 'Oi',
        status: 'FINALIZADA',
        companyId: company,
      })
      await put('CampaignShipping', { campaignId: base, number: '5511987650001', deliveredAt: at(5) })
      await put('TicketNotes', { note: 'Nota', userId: base, contactId: base, ticketId: base })
    }
    const message = { contactId: base, mediaType: 'chat', ...own }
    await put(
      'Messages',
      { ...message, id: `D${company}`, ticketId: base + 1, body: 'três', createdAt: at(4) },
      {
        ...message,
        id: `B${company}`,
        ticketId: base,
        body: 'dois',
        fromMe: true,
        quotedMsgId: `A${company}`,
        createdAt: at(2),
      },
      { ...message, id: `A${company}`, ticketId: base, body: 'um', createdAt: at(1) },
      { ...message, id: `C${company}`, ticketId: base, body: 'apagada', isDeleted: true, createdAt: at(3) },
    )
  }
  return {
    database,
    open: () => sourceSystems[system]!({ url: database.url, company: isTicketz ? '1' : undefined }),
    addMessage: () =>
      put('Messages', { id: 'Z', ticketId: 11, body: 'depois', mediaType: 'chat', createdAt: at(9) }),
  }
}

/* Times without a zone are UTC there, whatever the zone of this process. */
const utc = (minute: number) => at(minute).toISOString().replace('T', ' ').replace('Z', '')

async function startChatwoot(): Promise<ImportSourceRig> {
  const database = await openChatwootDatabase()
  const { put } = database
  for (const account of [1, 2]) {
    const own = { account_id: account }
    const base = account * 10
    await put('accounts', { id: account, name: `Conta ${account}` })
    await put('users', { id: base, name: 'Rosa', email: `rosa${account}@x.test` })
    await put('account_users', { ...own, user_id: base, role: 1 })
    await put('teams', { id: base, name: `time ${account}`, ...own })
    await put('team_members', { team_id: base, user_id: base })
    await put('inboxes', { id: base, name: `Caixa ${account}`, channel_type: 'Channel::Whatsapp', ...own })
    await put('labels', { id: base, title: 'festa', ...own })
    await put('contacts', { id: base, name: 'Bento', phone_number: `+551198765000${account}`, ...own })
    const conversation = { ...own, inbox_id: base, contact_id: base }
    await put(
      'conversations',
      { ...conversation, id: base + 1, status: 0 },
      { ...conversation, id: base, status: 1 },
    )
    await put('messages', {
      ...own,
      id: base + 5,
      conversation_id: base,
      message_type: 1,
      private: true,
      content: 'Nota',
      sender_type: 'User',
      sender_id: base,
    })
    await put('csat_survey_responses', {
      ...own,
      conversation_id: base,
      rating: 4,
      assigned_agent_id: base,
    })
    await put('campaigns', {
      ...own,
      title: `Campanha ${account}`,
      message: 'Oi',
      inbox_id: base,
      campaign_type: 1,
      campaign_status: 1,
      scheduled_at: utc(5),
    })
    const message = { ...own, conversation_id: base, message_type: 0 }
    await put(
      'messages',
      { ...message, id: base + 1, conversation_id: base + 1, content: 'três', created_at: utc(4) },
      {
        ...message,
        id: base + 2,
        content: 'dois',
        message_type: 1,
        content_attributes: JSON.stringify({ in_reply_to: base + 3 }),
        created_at: utc(2),
      },
      { ...message, id: base + 3, content: 'um', created_at: utc(1) },
      // As a text in JSON, which some versions write.
      {
        ...message,
        id: base + 4,
        content: 'apagada',
        content_attributes: JSON.stringify(JSON.stringify({ deleted: true })),
        created_at: utc(3),
      },
    )
  }
  await put('tags', { id: 1, name: 'festa' })
  await put(
    'taggings',
    { tag_id: 1, taggable_type: 'Conversation', taggable_id: 10, context: 'labels' },
    { tag_id: 1, taggable_type: 'Conversation', taggable_id: 20, context: 'labels' },
    { tag_id: 1, taggable_type: 'Contact', taggable_id: 10, context: 'labels' },
    { tag_id: 1, taggable_type: 'Contact', taggable_id: 20, context: 'labels' },
  )
  return {
    database,
    open: () => sourceSystems['chatwoot']!({ url: database.url, company: 'Conta 1' }),
    addMessage: () =>
      put('messages', {
        account_id: 1,
        conversation_id: 11,
        message_type: 0,
        content: 'depois',
        created_at: utc(9),
      }),
  }
}

describeImportSource('whaticket', () => startFamily('whaticket'))
describeImportSource('ticketz', () => startFamily('ticketz'))
describeImportSource('chatwoot', startChatwoot)
