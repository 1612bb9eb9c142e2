import { canRunShortcut, setCharacterShortcuts } from './shortcuts'

describe('a shortcut', () => {
  afterEach(() => {
    document.body.innerHTML = ''
    setCharacterShortcuts(true)
  })

  const field = () => document.body.appendChild(document.createElement('textarea'))

  it('of one character does not run while the user types', () => {
    expect(canRunShortcut('g t', document.body)).toBe(true)
    expect(canRunShortcut('Shift+?', field())).toBe(false)
  })

  it('with a modifier works in fields', () => {
    expect(canRunShortcut('Alt+KeyM', field())).toBe(true)
    expect(canRunShortcut('$mod+KeyK', field())).toBe(true)
  })

  it('for fields too works in them, but not over a dialog', () => {
    const target = field()
    expect(canRunShortcut('Escape', target, true)).toBe(true)
    document.body.appendChild(document.createElement('div')).setAttribute('role', 'dialog')
    expect(canRunShortcut('Escape', target, true)).toBe(false)
  })

  it('rests while a dialog or a menu is open', () => {
    document.body.appendChild(document.createElement('div')).setAttribute('role', 'dialog')
    expect(canRunShortcut('Alt+KeyM', document.body)).toBe(false)
  })

  it('of one character can be switched off', () => {
    setCharacterShortcuts(false)
    expect([canRunShortcut('g t', document.body), canRunShortcut('Alt+KeyM', document.body)]).toEqual([
      false,
      true,
    ])
  })
})
