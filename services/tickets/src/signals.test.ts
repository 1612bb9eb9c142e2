import { companyId, userId } from '@balcao/contracts'
import { maskFields } from '@balcao/platform'

import { auditLog } from './logger'
import { signals } from './signals'

describe('the audit of retention', () => {
  /* As a line has it: fields that are not allowed are hidden. */
  const listAudited = (work: () => void) => {
    const info = jest.spyOn(auditLog, 'info').mockImplementation(() => undefined)
    work()
    const lines = info.mock.calls.map(([fields]) => maskFields(fields as unknown as Record<string, unknown>))
    info.mockRestore()
    return lines
  }

  it('names who changed it, to what', () =>
    expect(
      listAudited(() =>
        signals.retentionChanged(
          { companyId: companyId(7), userId: userId(2) },
          { messagesMonths: 12, mediaMonths: null, chatsMonths: 3 },
        ),
      ),
    ).toEqual([
      {
        companyId: 7,
        userId: 2,
        action: 'retention-changed',
        messagesMonthCount: 12,
        mediaMonthCount: null,
        chatMonthCount: 3,
      },
    ]))

  it('names what a run erased, with counts', () => {
    const before = new Date('2026-05-20T03:00:00Z')
    const erased = { tickets: 1, messages: 2, files: 3, sizeBytes: 4 }
    expect(
      listAudited(() =>
        signals.conversationsErased({ companyId: companyId(7), kind: 'messages', before, erased }),
      ),
    ).toEqual([
      {
        companyId: 7,
        action: 'retention-erased',
        kind: 'messages',
        closedBeforeAt: before,
        ticketCount: 1,
        messageCount: 2,
        fileCount: 3,
        sizeBytes: 4,
      },
    ])
  })
})
