/*
 * Runs on web.whatsapp.com alone. A desk opens that page with its request behind the `#`; this shows the request, asks the browser for the
 * passkey when a person says so, and shows the answer to be copied. It reads nothing of the page, keeps nothing and sends nothing.
 */
{
  const NAME = 'balcao-passkey'
  const say = (name, ...given) => chrome.i18n.getMessage(name, given)

  const make = (tag, fields, ...children) => {
    const element = Object.assign(document.createElement(tag), fields)
    element.append(...children)
    return element
  }

  const STYLE = `
    :host { all: initial }
    section { position: fixed; inset: 16px 16px auto; z-index: 2147483647; max-width: 560px; margin: 0 auto; padding: 20px; box-sizing: border-box;
      border: 1px solid #8a8f98; border-radius: 12px; background: #fff; color: #1b1f24; font: 16px/24px system-ui, sans-serif;
      box-shadow: 0 8px 32px rgb(0 0 0 / 30%) }
    h1 { margin: 0 0 8px; font-size: 18px }
    p { margin: 0 0 12px; overflow-wrap: anywhere }
    [role=alert]:empty { display: none }
    [role=alert] { color: #b3261e }
    textarea { width: 100%; height: 96px; box-sizing: border-box; margin-bottom: 12px; font: 13px/18px ui-monospace, monospace; color: inherit;
      background: transparent }
    button { min-height: 44px; padding: 0 16px; margin-right: 8px; border: 1px solid currentcolor; border-radius: 8px; background: none; color: inherit;
      font: inherit; cursor: pointer }
    button.main { background: #0b5cad; border-color: #0b5cad; color: #fff }
    :focus-visible { outline: 3px solid #0b5cad; outline-offset: 2px }
    @media (prefers-color-scheme: dark) {
      section { background: #1b1f24; color: #f2f4f7 }
      [role=alert] { color: #ffb4ab }
      button.main { background: #9ecbff; border-color: #9ecbff; color: #10253b }
      :focus-visible { outline-color: #9ecbff }
    }`

  /** The request of a desk; undefined for a page that was opened without one, or with what is none. */
  const readRequest = () => {
    const text = new URLSearchParams(location.hash.slice(1)).get(NAME)
    if (text === null) return undefined
    try {
      const { desk, options } = JSON.parse(text)
      return { desk: new URL(desk).host, publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }
    } catch (error) {
      console.error('Balcão:', error)
      return undefined
    }
  }

  const show = ({ desk, publicKey }) => {
    const host = make('div', { id: NAME })
    const panel = host.attachShadow({ mode: 'open' })
    const alert = make('p', { role: 'alert' })
    const close = make('button', { textContent: say('close'), onclick: () => host.remove() })
    const use = make('button', { className: 'main', textContent: say('use') })
    const steps = make(
      'div',
      {},
      make('p', { textContent: say('asks', desk) }),
      make('p', { textContent: say('care') }),
    )
    const section = make(
      'section',
      { role: 'dialog', ariaLabel: say('title') },
      make('h1', { textContent: say('title') }),
      steps,
      alert,
      use,
      close,
    )

    const showAnswer = (answer) => {
      const box = make('textarea', { value: answer, readOnly: true, ariaLabel: say('answer') })
      const copy = make('button', { className: 'main', textContent: say('copy') })
      copy.onclick = async () => {
        box.select()
        await navigator.clipboard.writeText(answer)
        copy.textContent = say('copied')
      }
      steps.replaceChildren(make('p', { textContent: say('done', desk) }), box)
      use.replaceWith(copy)
      copy.focus()
    }

    use.onclick = async () => {
      alert.textContent = ''
      use.disabled = true
      try {
        const credential = await navigator.credentials.get({ publicKey })
        showAnswer(JSON.stringify(credential))
      } catch (error) {
        console.error('Balcão:', error)
        alert.textContent = say('failed')
        use.disabled = false
        use.focus()
      }
    }

    panel.append(make('style', { textContent: STYLE }), section)
    document.documentElement.append(host)
    use.focus()
  }

  const request = readRequest()
  if (request) {
    // The page does not see it, and a reload does not ask again.
    history.replaceState(history.state, '', location.pathname + location.search)
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => show(request))
    else show(request)
  }
}
