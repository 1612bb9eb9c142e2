import { runClaimed } from './run-claimed'

const never = new AbortController().signal

describe('claimed work', () => {
  it('goes on with a piece that became due by another one, which ended while the claim looked', async () => {
    const due = ['first', 'other']
    const ran: string[] = []
    let endFirst: () => void = () => undefined
    const firstMayEnd = new Promise<void>((resolve) => (endFirst = resolve))
    let tellEnd: () => void = () => undefined
    const firstEnded = new Promise<void>((resolve) => (tellEnd = resolve))
    let claims = 0
    await runClaimed(
      {
        atOnce: 2,
        claim: async () => {
          claims += 1
          // What a claim sees is what was due when it began.
          const seen = due.splice(0)
          if (claims === 2) {
            endFirst()
            await firstEnded
          }
          return seen
        },
        run: async (piece) => {
          ran.push(piece)
          if (piece !== 'first') return
          await firstMayEnd
          due.push('second')
          setImmediate(tellEnd)
        },
      },
      never,
    )
    expect(ran).toEqual(['first', 'other', 'second'])
  })

  it('ends when nothing is due, and tells of every failure once all has run', async () => {
    const due = [1, 2, 3]
    const ran: number[] = []
    const run = runClaimed(
      {
        atOnce: 1,
        claim: async (limit) => due.splice(0, limit),
        run: async (piece) => {
          ran.push(piece)
          if (piece !== 2) throw new Error(`piece ${piece}`)
        },
      },
      never,
    )
    await expect(run).rejects.toMatchObject({ errors: [new Error('piece 1'), new Error('piece 3')] })
    expect(ran).toEqual([1, 2, 3])
  })

  it('claims nothing more once it is stopped', async () => {
    const stopping = new AbortController()
    const ran: number[] = []
    await runClaimed(
      {
        atOnce: 1,
        claim: async () => [ran.length],
        run: async (piece) => {
          ran.push(piece)
          if (piece === 1) stopping.abort()
        },
      },
      stopping.signal,
    )
    expect(ran).toEqual([0, 1])
  })
})
