import { queueId as toQueueId } from '@balcao/contracts'

import { begunRow, joinedRow, madeRow, skippedRow } from '@balcao/tickets/service'

import type { ImportContext } from './import-context'
import type { SourceCampaign, SourceConnection, SourceQuickMessage, SourceUser } from './source.port'

const nameKey = (name: string): string => name.trim().normalize('NFC').toLowerCase()

/** Queues, then the options of those that were made. */
export async function bringQueues(context: ImportContext): Promise<void> {
  const { source, log, tickets, companyId } = context
  const queues = log.fresh('queue', await source.queues())
  if (log.scope)
    log.remember(
      await tickets.importQueues(
        log.scope,
        queues.map(({ id, hours, ...queue }) => ({
          ...queue,
          sourceId: id,
          schedules: hours?.schedules,
          timeZone: hours?.timeZone || undefined,
          change: hours?.change ?? '',
        })),
      ),
    )
  else
    await judgeNames(
      context,
      'queue',
      queues.map((queue) => ({ ...queue, change: queue.hours?.change ?? '' })),
      (await tickets.listNames(companyId)).queues,
    )
  const options = log.fresh('queueOption', await source.queueOptions())
  const isBrought = ({ queueId }: { queueId: string }) => log.find('queue', queueId)?.outcome === 'made'
  const brought = options.filter(isBrought)
  await log.add(
    ...options
      .filter((option) => !isBrought(option))
      .map(({ id }) => skippedRow('queueOption', id, 'its queue is here with options of its own')),
  )
  if (!log.scope) return log.add(...brought.map(({ id }) => log.dryRow('queueOption', id)))
  const records = brought.map(({ id, queueId, parentId, title, message }) => ({
    sourceId: id,
    queueId: log.idOf('queue', queueId) ?? 0,
    parentSourceId: parentId,
    title: title || message.slice(0, 40) || '…',
    message,
  }))
  log.remember(await tickets.importQueueOptions(log.scope, records))
}

async function judgeNames(
  { log }: ImportContext,
  kind: 'queue' | 'tag',
  records: readonly { id: string; name: string; change?: string }[],
  known: readonly { id: number; name: string }[],
): Promise<void> {
  const ids = new Map(known.map(({ id, name }) => [nameKey(name), id]))
  for (const { id, name, change = '' } of records) {
    const there = ids.get(nameKey(name))
    await log.add(
      there === undefined ? { ...log.dryRow(kind, id), reason: change } : joinedRow(kind, id, there),
    )
    if (there === undefined) ids.set(nameKey(name), -1)
  }
}

export async function bringTags(context: ImportContext): Promise<void> {
  const { source, log, tickets, companyId } = context
  const tags = log.fresh('tag', await source.tags())
  if (!log.scope) return judgeNames(context, 'tag', tags, (await tickets.listNames(companyId)).tags)
  const records = tags.map(({ id, name, color, isLane }) => ({
    sourceId: id,
    name,
    color: /^#[0-9a-f]{3,8}$/i.test(color) ? color : '#1565c0',
    kanban: isLane ? (1 as const) : (0 as const),
  }))
  log.remember(await tickets.importTags(log.scope, records))
}

type UndecidedKind = 'user' | 'connection' | 'schedule' | 'campaign'

/* Another service makes it: the begun row says that one which is there may be ours. */
async function makeElsewhere(
  { log }: ImportContext,
  kind: UndecidedKind,
  id: string,
  {
    change = '',
    findOurs,
    make,
  }: { change?: string; findOurs(): Promise<number | undefined>; make(): Promise<number> },
): Promise<void> {
  if (!log.scope) return log.add({ ...log.dryRow(kind, id), reason: change })
  const isRepeat = log.find(kind, id) !== undefined
  if (!isRepeat) await log.add(begunRow(kind, id))
  const ourId = (isRepeat ? await findOurs() : undefined) ?? (await make())
  await log.settle({ ...madeRow(kind, id, ourId), reason: change })
}

const isUndecided = (log: ImportContext['log'], kind: UndecidedKind, id: string): boolean =>
  ['begun', undefined].includes(log.find(kind, id)?.outcome)

async function bringUser(context: ImportContext, user: SourceUser): Promise<void> {
  const { log, users, companyId } = context
  const findByEmail = async () =>
    (await users.listUsers(companyId)).find(({ email }) => email === user.email.trim().toLowerCase())
  const there = await findByEmail()
  if (there && log.find('user', user.id) === undefined) return log.add(joinedRow('user', user.id, there.id))
  if (!/^[^\s@]+@[^\s@]+$/.test(user.email.trim()))
    return log.add(skippedRow('user', user.id, 'it has no e-mail address'))
  if (await users.isEmailTaken(companyId, user.email))
    return log.add(skippedRow('user', user.id, 'a user of another company here has the e-mail'))
  const queueIds = user.queueIds.flatMap((id) => log.idOf('queue', id) ?? []).map(toQueueId)
  const fields = { name: user.name || user.email, email: user.email, createdAt: user.createdAt }
  await makeElsewhere(context, 'user', user.id, {
    findOurs: async () => (await findByEmail())?.id,
    make: () =>
      users.createUser(companyId, {
        ...fields,
        profile: user.isAdmin ? 'admin' : 'user',
        allTicket: true,
        connectionId: null,
        queueIds: [...new Set(queueIds)],
      }),
  })
}

/** Users with a password that nobody knows. */
export async function bringUsers(context: ImportContext): Promise<void> {
  for (const user of await context.source.users())
    if (isUndecided(context.log, 'user', user.id)) await bringUser(context, user)
}

/* Of a dry run: one of their connections before it would have the name. */
function findJudged({ log, judgedConnections }: ImportContext, key: string): { id: number } | undefined {
  const id = log.scope ? undefined : log.idOf('connection', judgedConnections.get(key))
  return id === undefined ? undefined : { id }
}

async function bringConnection(context: ImportContext, connection: SourceConnection): Promise<void> {
  const { log, connections, companyId, connectionNames } = context
  const name = connection.name.trim() || `WhatsApp ${connection.id}`
  const wanted = connectionNames.get(connection.name) ?? name
  const findByName = async () =>
    (await connections.list(companyId)).find((known) => nameKey(known.name) === nameKey(wanted))
  const there = (await findByName()) ?? findJudged(context, nameKey(wanted))
  if (there && log.find('connection', connection.id) === undefined)
    return log.add(joinedRow('connection', connection.id, there.id))
  const { greetingMessage, completionMessage, outOfHoursMessage, ratingMessage } = connection
  context.judgedConnections.set(nameKey(wanted), connection.id)
  const queueIds = connection.queueIds.flatMap((id) => log.idOf('queue', id) ?? []).map(toQueueId)
  await makeElsewhere(context, 'connection', connection.id, {
    findOurs: async () => (await findByName())?.id,
    make: () =>
      connections.create(companyId, {
        name: wanted,
        greetingMessage,
        completionMessage,
        outOfHoursMessage,
        ratingMessage,
        queueIds: [...new Set(queueIds)],
      }),
  })
}

/** Connections by the names given, else by equal ones; the others are made without a session. */
export async function bringConnections(context: ImportContext): Promise<void> {
  for (const connection of await context.source.connections())
    if (isUndecided(context.log, 'connection', connection.id)) await bringConnection(context, connection)
}

function toQuickMessage(context: ImportContext, { userId, ...record }: SourceQuickMessage) {
  const author = context.log.idOf('user', userId)
  return {
    sourceId: record.id,
    userId: author ?? context.administratorId,
    shortcode: record.shortcode.trim(),
    message: record.message,
    isCompanyWide: author === undefined,
  }
}

/** Those of a user who is not brought become the company's. */
export async function bringQuickMessages(context: ImportContext): Promise<void> {
  const { log, tickets, source, companyId } = context
  const { shortcodes } = await tickets.listNames(companyId)
  const taken = new Set(
    shortcodes.map(({ key, userId, isCompanyWide }) => `${isCompanyWide ? '' : userId}/${key}`),
  )
  const kept = []
  for (const record of log.fresh('quickMessage', await source.quickMessages())) {
    const quickMessage = toQuickMessage(context, record)
    const owner = quickMessage.isCompanyWide ? '' : quickMessage.userId
    const key = `${owner}/${tickets.shortcodeKey(quickMessage.shortcode)}`
    const fault =
      quickMessage.shortcode === '' || quickMessage.message === ''
        ? 'it is empty'
        : taken.has(key)
          ? 'its shortcode is here already'
          : ''
    taken.add(key)
    if (fault === '') kept.push(quickMessage)
    else await log.add(skippedRow('quickMessage', record.id, fault))
  }
  if (log.scope) log.remember(await tickets.importQuickMessages(log.scope, kept))
  else await log.add(...kept.map(({ sourceId }) => log.dryRow('quickMessage', sourceId)))
}

/** Schedules that are still to be sent, of contacts that were brought. */
export async function bringSchedules(
  context: ImportContext,
  contactNames: ReadonlyMap<string, string>,
): Promise<void> {
  const { log, source, schedules, users, companyId } = context
  const names = new Map((await users.listUsers(companyId)).map(({ id, name }) => [Number(id), name]))
  for (const schedule of await source.schedules(context.now)) {
    if (!isUndecided(log, 'schedule', schedule.id)) continue
    const contactId = log.idOf('contact', schedule.contactId)
    if (contactId === undefined) {
      await log.add(skippedRow('schedule', schedule.id, 'its contact was not brought'))
      continue
    }
    const userId = log.idOf('user', schedule.userId) ?? context.administratorId
    const { body, sendAt } = schedule
    const contactName = contactNames.get(schedule.contactId) ?? ''
    const draft = { body, sendAt, contactId, contactName, userId, userName: names.get(userId) ?? '' }
    await makeElsewhere(context, 'schedule', schedule.id, {
      findOurs: () => schedules.findSame(companyId, draft),
      make: () => schedules.create(companyId, draft),
    })
  }
}

async function bringCampaign(
  context: ImportContext,
  campaign: SourceCampaign,
  connectionNames: ReadonlyMap<string, string>,
): Promise<void> {
  const { log, campaigns, companyId } = context
  if (campaign.fault !== '') return log.add(skippedRow('campaign', campaign.id, campaign.fault))
  const { id, connectionId, hasFile, fault: _, ...finished } = campaign
  const draft = {
    ...finished,
    connectionId: log.idOf('connection', connectionId),
    connectionName: connectionNames.get(connectionId ?? '') ?? '',
  }
  await makeElsewhere(context, 'campaign', id, {
    change: hasFile ? 'without its file' : '',
    findOurs: () => campaigns.findSame(companyId, draft),
    make: () => campaigns.createFinished(companyId, draft),
  })
}

/** Finished campaigns with whom they reached. */
export async function bringCampaigns(context: ImportContext): Promise<void> {
  const { log, source } = context
  const names = new Map((await source.connections()).map(({ id, name }) => [id, name]))
  for await (const campaign of source.campaigns())
    if (isUndecided(log, 'campaign', campaign.id)) await bringCampaign(context, campaign, names)
}
