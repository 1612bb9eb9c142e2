import { answerAsBot, startBot, writeSay, type BotConfig, type BotState } from '@balcao/contracts'

export type PreviewLine =
  | { from: 'customer'; text: string }
  | { from: 'bot'; text: string; fileName: string }
  /** The ticket moved to this queue; null: out of its queue. */
  | { from: 'desk'; queueId: number | null }
  | { from: 'silence' }

export interface PreviewChat {
  state: BotState
  lines: readonly PreviewLine[]
}

export const startPreview = (): PreviewChat => ({ state: startBot(null), lines: [] })

/** The conversation after the customer wrote, at that time (milliseconds since 1970). */
export function writeToBot(config: BotConfig, chat: PreviewChat, text: string, now: number): PreviewChat {
  const turn = answerAsBot(config, chat.state, { kind: 'message', text }, now)
  const said = turn.says.map((say): PreviewLine => ({
    from: 'bot',
    text: writeSay(say, config.chatBotType),
    fileName: say.media?.name ?? '',
  }))
  const moved = turn.effects.map(({ queueId }): PreviewLine => ({ from: 'desk', queueId }))
  const answer = [...said, ...moved]
  const lines: PreviewLine[] = answer.length === 0 ? [{ from: 'silence' }] : answer
  return { state: turn.state, lines: [...chat.lines, { from: 'customer', text }, ...lines] }
}
