import { formatMarket } from './format-market'

it.each([
  ['55', 'pt-BR', 'Brasil (+55)'],
  ['1', 'en-US', 'United States, Canada (+1)'],
  ['351', 'es-419', 'Portugal (+351)'],
  ['290', 'pt-BR', '+290'],
])('the market of +%s in %s is %s', (code, locale, text) => expect(formatMarket(code, locale)).toBe(text))
