import type { proto } from '@whiskeysockets/baileys'

import { unsupported, words, type Reading } from './content'
import { placeAt } from './read-place'
import { saneCount, saneLine, saneSeconds, saneText } from './sane-values'

const MAX_OPTIONS = 100

/** `• a`, `• b`, …, and the number of values that are left out. */
export function bullets(values: readonly string[]): string[] {
  const shown = values.slice(0, MAX_OPTIONS).map((value) => `• ${value}`)
  return values.length > MAX_OPTIONS ? [...shown, `• … e mais ${values.length - MAX_OPTIONS}`] : shown
}

const named = (icon: string, title: string): string => (title === '' ? icon : `${icon} *${title}*`)

export function readPoll({ name, options }: proto.Message.IPollCreationMessage): Reading {
  const choices = (options ?? []).map((option) => saneLine(option.optionName)).filter(Boolean)
  return words(named('📊', saneLine(name, 1_000) || 'Enquete'), ...bullets(choices))
}

export function readPollResult({ name, pollVotes }: proto.Message.IPollResultSnapshotMessage): Reading {
  const results = (pollVotes ?? []).map(
    (vote) => `${saneLine(vote.optionName)}: ${saneCount(vote.optionVoteCount)}`,
  )
  return words(named('📊', saneLine(name, 1_000) || 'Resultado da enquete'), ...bullets(results))
}

const LAST_SECOND = 8.64e12

/* The message has an instant; it is shown in Brasília time. */
function momentOf(seconds: unknown): string {
  const at = saneCount(seconds)
  if (at === 0 || at > LAST_SECOND) return ''
  const format = { dateStyle: 'short', timeStyle: 'short', timeZone: 'America/Sao_Paulo' } as const
  return `${new Date(at * 1_000).toLocaleString('pt-BR', format)} (horário de Brasília)`
}

export function readEvent(event: proto.Message.IEventMessage): Reading {
  const place = event.location ?? {}
  const where = [saneLine(place.name), saneLine(place.address)].filter(Boolean).join(', ')
  const point = where === '' ? placeAt(place, '', '') : undefined
  return words(
    named('📅', saneLine(event.name) || 'Evento') + (event.isCanceled ? ' (cancelado)' : ''),
    [momentOf(event.startTime), momentOf(event.endTime)].filter(Boolean).join(' até '),
    where || (point ? `${point.latitude}, ${point.longitude}` : ''),
    saneText(event.description, 10_000),
    saneLine(event.joinLink),
  )
}

export const readScheduledCall = (call: proto.Message.IScheduledCallCreationMessage): Reading =>
  words(
    named('📅', saneLine(call.title) || 'Ligação agendada'),
    momentOf(saneCount(call.scheduledTimestampMs) / 1_000),
  )

export const readGroupInvite = (invite: proto.Message.IGroupInviteMessage): Reading =>
  words(
    named('👥', saneLine(invite.groupName) || 'Grupo'),
    'Convite para entrar em um grupo do WhatsApp',
    saneText(invite.caption, 10_000),
  )

/** Invitations to follow a channel or to become its administrator. */
export const readChannelInvite = (
  invite: proto.Message.INewsletterAdminInviteMessage | proto.Message.INewsletterFollowerInviteMessage,
): Reading =>
  words(
    named('📢', saneLine(invite.newsletterName) || 'Canal'),
    'Convite para um canal do WhatsApp',
    saneText(invite.caption, 10_000),
  )

export const readStickerPack = (pack: proto.Message.IStickerPackMessage): Reading =>
  words(
    named('🖼️', saneLine(pack.name) || 'Figurinhas'),
    'Pacote de figurinhas',
    saneText(pack.caption, 10_000),
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

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

export function readCallLog(call: proto.Message.ICallLogMessage): Reading {
  const seconds = saneSeconds(call.durationSecs)
  const media = call.isVideo ? 'Chamada de vídeo' : 'Chamada de voz'
  const outcome = outcomes[call.callOutcome ?? 0] ?? ''
  const body = [`${media}${outcome ? ` ${outcome}` : ''}`, seconds > 0 ? clock(seconds) : '']
    .filter(Boolean)
    .join(' · ')
  return { as: 'said', kind: 'call_log', body }
}

/** Answers of an AI assistant; the texts are in several parts. */
export function readRichResponse({ submessages }: proto.IAIRichResponseMessage): Reading {
  const texts = (submessages ?? []).slice(0, MAX_OPTIONS).map((part) => saneText(part.messageText))
  return texts.some(Boolean) ? words(saneText(texts.filter(Boolean).join('\n'))) : unsupported
}
