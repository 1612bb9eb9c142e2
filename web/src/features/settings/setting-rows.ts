import type { SettingKey } from '@balcao/contracts'

export interface SettingRowSpec {
  key: SettingKey
  kind: 'switch' | 'select' | 'minutes' | 'secret'
}

export interface SettingGroup {
  id: 'service' | 'hours' | 'texts' | 'integrations'
  rows: readonly SettingRowSpec[]
}

const onOff = (key: SettingKey): SettingRowSpec => ({ key, kind: 'switch' })
const choice = (key: SettingKey): SettingRowSpec => ({ key, kind: 'select' })
const minutes = (key: SettingKey): SettingRowSpec => ({ key, kind: 'minutes' })

/** The rows of the tab, by group. */
export const settingGroups: readonly SettingGroup[] = [
  {
    id: 'service',
    rows: [
      onOff('userRating'),
      minutes('ratingsTimeout'),
      minutes('timeCreateNewTicket'),
      onOff('CheckMsgIsGroup'),
      onOff('call'),
      onOff('sendTyping'),
      onOff('linkPreviews'),
      choice('exportContacts'),
    ],
  },
  { id: 'hours', rows: [choice('scheduleType')] },
  {
    id: 'texts',
    rows: [
      choice('language'),
      choice('chatBotType'),
      onOff('sendGreetingMessageOneQueues'),
      onOff('sendGreetingAccepted'),
      onOff('sendMsgTransfTicket'),
    ],
  },
  { id: 'integrations', rows: [{ key: 'asaas', kind: 'secret' }] },
]
