import type { PhoneNumber } from './assets'
import type { LoginOutcome, LoginRequest } from './endpoints/dialog'

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/* Of a script element: what could end it is written otherwise. */
const toScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

const page = (title: string, body: string): string => `<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width,initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escapeHtml(title)}</title>
    <style>
      body { max-width: 30rem; margin: 0 auto; padding: 1.5rem; font: 1rem/1.5 system-ui, sans-serif }
      form { display: grid; gap: 0.75rem }
      button { padding: 0.75rem 1rem; border: 1px solid; border-radius: 0.5rem; font: inherit; text-align: start; cursor: pointer }
    </style>
  </head>
  <body>
    <main>${body}</main>
  </body>
</html>
`

const choice = (value: string, text: string): string =>
  `<button name="choice" value="${escapeHtml(value)}">${escapeHtml(text)}</button>`

/** The dialog in which a person chooses a number, as far as this desk needs it. Portuguese, like the simulated phone. */
export const drawLoginPage = (app: string, numbers: readonly PhoneNumber[]): string =>
  page(
    'Meta simulada',
    `<h1>Meta simulada</h1>
    <p>Nada aqui sai deste computador. Escolha o número que ${escapeHtml(app)} vai usar:</p>
    <form method="post">
      ${numbers.map(({ id, verifiedName, displayPhoneNumber }) => choice(id, `${verifiedName} · ${displayPhoneNumber}`)).join('\n      ')}
      ${choice('error', 'Simular um erro')}
      ${choice('cancel', 'Cancelar')}
    </form>`,
  )

export const drawRefusedLogin = (reason: string): string =>
  page('Meta simulada', `<h1>Meta simulada</h1><p>${escapeHtml(reason)}</p>`)

/** Tells the page that opened the dialog, and no other, and closes. The sign-up's message is text, as Meta's is. */
export const drawLoginEnd = ({ origin, callId }: LoginRequest, { signup, code }: LoginOutcome): string =>
  page(
    'Meta simulada',
    `<p>Pronto. Esta janela já pode ser fechada.</p>
    <script>
      const origin = ${toScript(origin)}
      if (window.opener) {
        window.opener.postMessage(${toScript(JSON.stringify(signup))}, origin)
        window.opener.postMessage(${toScript({ simulatedLogin: callId, code: code ?? null })}, origin)
      }
      window.close()
    </script>`,
  )

/**
 * What `https://connect.facebook.net/…/sdk.js` is for a page that signs a number up: `FB.init` and `FB.login` (docs/javascript/quickstart).
 * @param dialog where the dialog is: `http://127.0.0.1:1234`
 */
export const buildLoginSdk = (dialog: string): string => `(() => {
  const dialog = ${toScript(dialog)}
  let settings
  const isObject = (value) => typeof value === 'object' && value !== null
  window.FB = {
    init(options) {
      if (!options.appId || !/^v\\d+\\.\\d$/.test(options.version)) throw new Error('FB.init needs appId and version')
      settings = options
    },
    login(callback, options) {
      if (!settings) throw new Error('FB.login() called before FB.init().')
      if (callback.constructor.name === 'AsyncFunction')
        throw new Error('Expression is of type asyncfunction, not function')
      const callId = crypto.randomUUID()
      const address = new URL(dialog + '/' + settings.version + '/dialog/oauth')
      const parameters = { ...options, client_id: settings.appId, display: 'popup', origin: location.origin, call_id: callId }
      for (const [name, value] of Object.entries(parameters))
        address.searchParams.set(name, isObject(value) ? JSON.stringify(value) : String(value))
      const popup = window.open(address.href, 'login', 'popup,width=600,height=700')
      let hasEnded = false
      const end = (code) => {
        if (hasEnded) return
        hasEnded = true
        window.removeEventListener('message', hear)
        clearInterval(watch)
        callback(code ? { status: 'connected', authResponse: { code } } : { status: 'unknown', authResponse: null })
      }
      const hear = ({ origin, data }) => {
        if (origin === dialog && isObject(data) && data.simulatedLogin === callId) end(data.code)
      }
      // What a window has said may come after it is seen to be closed.
      const watch = setInterval(() => {
        if (popup && !popup.closed) return
        clearInterval(watch)
        setTimeout(end, 1000)
      }, 500)
      window.addEventListener('message', hear)
    },
  }
  if (window.fbAsyncInit) window.fbAsyncInit()
})()
`
