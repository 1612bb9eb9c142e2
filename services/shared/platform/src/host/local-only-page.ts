const COMMAND = 'node scripts/end-demo.mjs'

/** Why a demo serves this machine only, and what an operator does about it, by language. */
const texts: Readonly<Record<string, readonly [string, string]>> = {
  'pt-BR': [
    'Este Balcão é uma demonstração, e a senha das contas dela é pública. Por isso ele atende somente ao próprio computador em que está instalado: não a outros endereços, nem através de um proxy ou túnel.',
    'Para que outras pessoas o usem, pare-o e execute:',
  ],
  en: [
    'This Balcão is a demo, and the password of its accounts is published. So it serves only the computer that it is installed on: no other address, and nothing through a proxy or tunnel.',
    'For others to use it, stop it and run:',
  ],
  es: [
    'Este Balcão es una demostración, y la contraseña de sus cuentas es pública. Por eso atiende solo al equipo en el que está instalado: ni a otras direcciones, ni a través de un proxy o túnel.',
    'Para que otras personas lo usen, deténgalo y ejecute:',
  ],
}

const sections = Object.entries(texts)
  .map(
    ([lang, [why, what]]) =>
      `<section lang="${lang}"><p>${why}</p><p>${what} <code>${COMMAND}</code></p></section>`,
  )
  .join('')

/** The page that callers from elsewhere get instead of the log-in page of a demo. */
export const LOCAL_ONLY_PAGE = `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Balcão</title><style>body{max-width:40rem;margin:4rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;color-scheme:light dark}section{border-top:1px solid #8888}code{white-space:nowrap}</style></head><body><h1>Balcão</h1>${sections}</body></html>
`
