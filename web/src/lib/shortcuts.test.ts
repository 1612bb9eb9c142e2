import { mayRun, setCharacterShortcuts } from './shortcuts'

describe('a shortcut', () => {
  afterEach(() => {
    document.body.innerHTML = ''
    setCharacterShortcuts(true)
  })

  const field = () => document.body.appendChild(document.createElement('textarea'))

  it('of one character rests while somebody writes', () => {
    expect(mayRun('g t', document.body)).toBe(true)
    expect(mayRun('Shift+?', field())).toBe(false)
  })

  it('with a modifier works in fields', () => {
    expect(mayRun('Alt+KeyM', field())).toBe(true)
  })

  it('for fields too works in them, but not over a dialog', () => {
    const target = field()
    expect(mayRun('Escape', target, true)).toBe(true)
    document.body.appendChild(document.createElement('div')).setAttribute('role', 'dialog')
    expect(mayRun('Escape', target, true)).toBe(false)
  })

  it('rests while a dialog or a menu is open', () => {
    document.body.appendChild(document.createElement('div')).setAttribute('role', 'dialog')
    expect(mayRun('Alt+KeyM', document.body)).toBe(false)
  })

  it('of one character can be switched off', () => {
    setCharacterShortcuts(false)
    expect([mayRun('g t', document.body), mayRun('Alt+KeyM', document.body)]).toEqual([false, true])
  })
})
