import type { proto } from '@whiskeysockets/baileys'

import { unsupported, toText, type Reading } from './content'
import { parseLocation } from './read-location'
import { sanitizeCount, sanitizeLine, sanitizeSeconds, sanitizeText } from './sanitize-values'

const MAX_OPTIONS = 100

/** `• a`, `• b`, …, and the number of values that are left out. */
export function formatBullets(values: readonly string[]): string[] {
  const shown = values.slice(0, MAX_OPTIONS).map((value) => `• ${value}`)
  return values.length > MAX_OPTIONS ? [...shown, `• … e mais ${values.length - MAX_OPTIONS}`] : shown
}

const formatTitle = (icon: string, title: string): string => (title === '' ? icon : `${icon} *${title}*`)

export function readPoll({ name, options }: proto.Message.IPollCreationMessage): Reading {
  const choices = (options ?? []).map((option) => sanitizeLine(option.optionName)).filter(Boolean)
  return toText(formatTitle('📊', sanitizeLine(name, 1_000) || 'Enquete'), ...formatBullets(choices))
}

export function readPollResult({ name, pollVotes }: proto.Message.IPollResultSnapshotMessage): Reading {
  const results = (pollVotes ?? []).map(
    (vote) => `${sanitizeLine(vote.optionName)}: ${sanitizeCount(vote.optionVoteCount)}`,
  )
  return toText(
    formatTitle('📊', sanitizeLine(name, 1_000) || 'Resultado da enquete'),
    ...formatBullets(results),
  )
}

const LAST_SECOND = 8.64e12

/* The message has an instant; it is shown in Brasília time. */
function formatInstant(seconds: unknown): string {
  const at = sanitizeCount(seconds)
  if (at === 0 || at > LAST_SECOND) return ''
  const format = { dateStyle: 'short', timeStyle: 'short', timeZone: 'America/Sao_Paulo' } as const
  return `${new Date(at * 1_000).toLocaleString('pt-BR', format)} (horário de Brasília)`
}

export function readEvent(event: proto.Message.IEventMessage): Reading {
  const location = event.location ?? {}
  const where = [sanitizeLine(location.name), sanitizeLine(location.address)].filter(Boolean).join(', ')
  const point = where === '' ? parseLocation(location, '', '') : undefined
  return toText(
    formatTitle('📅', sanitizeLine(event.name) || 'Evento') + (event.isCanceled ? ' (cancelado)' : ''),
    [formatInstant(event.startTime), formatInstant(event.endTime)].filter(Boolean).join(' até '),
    where || (point ? `${point.latitude}, ${point.longitude}` : ''),
    sanitizeText(event.description, 10_000),
    sanitizeLine(event.joinLink),
  )
}

export const readScheduledCall = (call: proto.Message.IScheduledCallCreationMessage): Reading =>
  toText(
    formatTitle('📅', sanitizeLine(call.title) || 'Ligação agendada'),
    formatInstant(sanitizeCount(call.scheduledTimestampMs) / 1_000),
  )

export const readGroupInvite = (invite: proto.Message.IGroupInviteMessage): Reading =>
  toText(
    formatTitle('👥', sanitizeLine(invite.groupName) || 'Grupo'),
    'Convite para entrar em um grupo do WhatsApp',
    sanitizeText(invite.caption, 10_000),
  )

/** Invitations to follow a channel or to become its administrator. */
export const readChannelInvite = (
  invite: proto.Message.INewsletterAdminInviteMessage | proto.Message.INewsletterFollowerInviteMessage,
): Reading =>
  toText(
    formatTitle('📢', sanitizeLine(invite.newsletterName) || 'Canal'),
    'Convite para um canal do WhatsApp',
    sanitizeText(invite.caption, 10_000),
  )

export const readStickerPack = (pack: proto.Message.IStickerPackMessage): Reading =>
  toText(
    formatTitle('🖼️', sanitizeLine(pack.name) || 'Figurinhas'),
    'Pacote de figurinhas',
    sanitizeText(pack.caption, 10_000),
  )

/* Indexed by the protocol's outcome: connected, missed, failed, rejected, elsewhere, ongoing, silenced (two ways). */
const outcomes = [
  '',
  'perdida',
  'que falhou',
  'recusada',
  'atendida em outro aparelho',
  'em andamento',
  'perdida',
  'perdida',
]

const formatDuration = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

export function readCallLog(call: proto.Message.ICallLogMessage): Reading {
  const seconds = sanitizeSeconds(call.durationSecs)
  const media = call.isVideo ? 'Chamada de vídeo' : 'Chamada de voz'
  const outcome = outcomes[call.callOutcome ?? 0] ?? ''
  const body = [`${media}${outcome ? ` ${outcome}` : ''}`, seconds > 0 ? formatDuration(seconds) : '']
    .filter(Boolean)
    .join(' · ')
  return { as: 'content', kind: 'call_log', body }
}

/** Answers of an AI assistant; the texts are in several parts. */
export function readRichResponse({ submessages }: proto.IAIRichResponseMessage): Reading {
  const texts = (submessages ?? []).slice(0, MAX_OPTIONS).map((part) => sanitizeText(part.messageText))
  return texts.some(Boolean) ? toText(sanitizeText(texts.filter(Boolean).join('\n'))) : unsupported
}
