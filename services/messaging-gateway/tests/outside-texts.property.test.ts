import { parseHostileTexts } from '@balcao/testkit'

import { readContact, readContacts } from '../src/adapters/whatsapp/baileys/content/read-contacts'
import {
  sanitizeId,
  sanitizeLine,
  sanitizeMimeType,
  sanitizeName,
  sanitizeText,
} from '../src/adapters/whatsapp/baileys/content/sanitize-values'
import { parseJid, parseLid, parseNumber } from '../src/adapters/whatsapp/baileys/jids'
import { parseChatName, toChat } from '../src/adapters/whatsapp/simulated/translate'
import { bareMimeType } from '../src/bare-mime-type'
import { parseServiceWorker, parseWebVersion } from '../src/features/client-version/web-version'
import { parseChat } from '../src/features/inbound/chat-aliases'
import { parseAddress } from '../src/features/whatsapp-driver'
import { findLink } from '../src/features/link-previews/find-link'
import { readPage } from '../src/features/link-previews/read-page'

const LINK = 'https://loja.example/'
const CARD = 'BEGIN:VCARD\nVERSION:3.0\n'
const [MOST_OF_PAGE, HEAD] = [512 * 1024, '<html><head><title>']

/* Each with what it looks for first. */
describe('a text from outside', () => {
  it.each<[string, (text: string) => unknown, string[]?]>([
    ['a link', findLink, [LINK, `${LINK})`]],
    [
      'a page',
      (text) =>
        readPage({ url: LINK, contentType: 'text/html', body: Buffer.from(text).subarray(0, MOST_OF_PAGE) }),
      [HEAD, '<meta content="', `${HEAD}x</title><meta property="og:image" content="`, '<meta charset="'],
    ],
    [
      'the type of a page',
      (text) => readPage({ url: LINK, contentType: text, body: Buffer.from(HEAD) }),
      ['charset='],
    ],
    ['a vCard', (vcard) => readContact({ vcard }), [`${CARD}FN:`, `${CARD}FN`, `${CARD}TEL;waid=`]],
    ['vCards', (vcard) => readContacts({ contacts: [{ vcard }, { vcard }] }), [`${CARD}FN:`]],
    ['a body', sanitizeText],
    ['a name', sanitizeLine],
    ['the name of a file', sanitizeName],
    ['an id', sanitizeId],
    ['a MIME type', (text) => [sanitizeMimeType(text, ''), bareMimeType(text)], ['a/b;', 'a/']],
    ['a JID', (jid) => [parseJid(jid), parseLid(jid), parseNumber(jid), parseChat(jid)], ['5511:', '1_2:3@']],
    ['a chat', (text) => [toChat(parseAddress(text)), parseChatName(text)], ['5511@']],
    [
      'a version of the web client',
      (text) => [parseServiceWorker(text), parseWebVersion(text)],
      ['"client_revision":', '2.3000.'],
    ],
  ])('is read as %s in steps that grow with its length', (_name, ...[parse, prefixes]) =>
    parseHostileTexts(parse, prefixes),
  )
})
