import { compileSql } from '@balcao/platform'

import { formatAddress } from '../../features/whatsapp-driver'
import { jidOfAlias } from './alias-sql'

it.each([
  ['phone', formatAddress({ phone: '' })],
  ['lid', formatAddress({ lid: '' })],
  ['bsuid', formatAddress({ bsuid: '' })],
])('the statement has the ending of a %s', (kind, ending) => {
  const { text } = compileSql(jidOfAlias('a.alias'))
  expect(text.slice(text.indexOf(`WHEN '${kind}' THEN`)).split("'")[5]).toBe(ending)
})
