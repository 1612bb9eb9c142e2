import type { ScheduleView } from '@balcao/contracts'

import { toDayKey } from '../../lib/format-date'

export const calendarViews = ['month', 'week', 'day', 'agenda'] as const
export type CalendarView = (typeof calendarViews)[number]

/** Local days from `from` to before `to`. */
export interface DayRange {
  from: Date
  to: Date
}

const WEEK = 7
/** Days that the agenda shows. */
const AGENDA_DAYS = 30

/** The local day of a key; undefined for anything else. */
export const parseDayKey = (key: string | null): Date | undefined => {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(key ?? '') ?? []
  const date = new Date(Number(year), Number(month) - 1, Number(day))
  return toDayKey(date) === key ? date : undefined
}

/** Midnight, `days` later; right across changes of the clock. */
export const addDays = (date: Date, days: number): Date =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days)

const startOfWeek = (date: Date): Date => addDays(date, -date.getDay())
const startOfMonth = (date: Date, months = 0): Date =>
  new Date(date.getFullYear(), date.getMonth() + months, 1)

/** What a view shows around a day: whole weeks of a month, a week from Sunday, a day, thirty days. */
export const computeRange = (view: CalendarView, date: Date): DayRange => {
  if (view === 'month') {
    const last = addDays(startOfMonth(date, 1), -1)
    return { from: startOfWeek(startOfMonth(date)), to: addDays(startOfWeek(last), WEEK) }
  }
  if (view === 'week') return { from: startOfWeek(date), to: addDays(startOfWeek(date), WEEK) }
  return { from: addDays(date, 0), to: addDays(date, view === 'day' ? 1 : AGENDA_DAYS) }
}

/** The day of the view before (-1) or after (1). */
export const moveDate = (view: CalendarView, date: Date, step: 1 | -1): Date => {
  if (view === 'month') return startOfMonth(date, step)
  return addDays(date, step * { week: WEEK, day: 1, agenda: AGENDA_DAYS }[view])
}

export const listDays = ({ from, to }: DayRange): Date[] => {
  const days: Date[] = []
  for (let day = from; day < to; day = addDays(day, 1)) days.push(day)
  return days
}

/** Schedules by the key of their local day, each day's by time. */
export const groupByDay = (schedules: readonly ScheduleView[]): Map<string, ScheduleView[]> => {
  const days = new Map<string, ScheduleView[]>()
  for (const schedule of schedules) {
    const key = toDayKey(new Date(schedule.sendAt))
    days.set(key, [...(days.get(key) ?? []), schedule])
  }
  return days
}

export interface PlacedSchedule {
  schedule: ScheduleView
  /** Minutes since midnight. */
  minute: number
  /** Side by side with those that would cover each other: the column, and how many there are. */
  column: number
  columns: number
}

/** Minutes of the day that one takes on screen. */
export const SHOWN_MINUTES = 30

/** Where a day's schedules, by time, stand in a column of hours: none covers another. */
export const placeInDay = (schedules: readonly ScheduleView[]): PlacedSchedule[] => {
  const placed: PlacedSchedule[] = []
  let cluster: PlacedSchedule[] = []
  let ends: number[] = []
  for (const schedule of schedules) {
    const at = new Date(schedule.sendAt)
    const minute = at.getHours() * 60 + at.getMinutes()
    if (ends.every((end) => end <= minute)) {
      cluster = []
      ends = []
    }
    const free = ends.findIndex((end) => end <= minute)
    const column = free === -1 ? ends.length : free
    ends[column] = minute + SHOWN_MINUTES
    cluster.push({ schedule, minute, column, columns: 0 })
    for (const one of cluster) one.columns = ends.length
    placed.push(...cluster.slice(-1))
  }
  return placed
}

/** How many stand side by side at most. */
const MOST_COLUMNS = 4

/** Those of a day that there is room for, and how many there is none for. */
export const fitInDay = (schedules: readonly ScheduleView[]): { shown: PlacedSchedule[]; hidden: number } => {
  const placed = placeInDay(schedules)
  const shown = placed
    .filter(({ column }) => column < MOST_COLUMNS)
    .map((one) => ({ ...one, columns: Math.min(one.columns, MOST_COLUMNS) }))
  return { shown, hidden: placed.length - shown.length }
}

/** What the toolbar says of a view: its month, its days, or its day. */
export const formatRange = (view: CalendarView, date: Date, locale: string): string => {
  if (view === 'month') return date.toLocaleDateString(locale, { month: 'long', year: 'numeric' })
  if (view === 'day')
    return date.toLocaleDateString(locale, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    })
  const { from, to } = computeRange(view, date)
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' })
  return format.formatRange(from, addDays(to, -1))
}
