import type { SettingKey } from '@balcao/contracts'

export interface SettingRowSpec {
  key: SettingKey
  kind: 'switch' | 'select'
}

export interface SettingGroup {
  id: 'service' | 'hours' | 'texts'
  rows: readonly SettingRowSpec[]
}

const onOff = (key: SettingKey): SettingRowSpec => ({ key, kind: 'switch' })
const choice = (key: SettingKey): SettingRowSpec => ({ key, kind: 'select' })

/** The rows of the tab, by group. */
export const settingGroups: readonly SettingGroup[] = [
  { id: 'service', rows: [onOff('userRating'), onOff('CheckMsgIsGroup'), onOff('call')] },
  { id: 'hours', rows: [choice('scheduleType')] },
  {
    id: 'texts',
    rows: [
      choice('chatBotType'),
      onOff('sendGreetingMessageOneQueues'),
      onOff('sendGreetingAccepted'),
      onOff('sendMsgTransfTicket'),
    ],
  },
]
