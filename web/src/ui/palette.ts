import {
  amber,
  brown,
  deepOrange,
  deepPurple,
  green,
  indigo,
  lightBlue,
  pink,
  red,
  teal,
} from '@mui/material/colors'

const hues = [red, pink, deepPurple, indigo, lightBlue, teal, green, amber, deepOrange, brown]
const shades = [300, 500, 600, 800, 900] as const

export const HUE_COUNT = hues.length

/** Colours to choose from: a row per shade, ten hues each. */
export const palette: readonly string[] = shades.flatMap((shade) =>
  hues.map((hue) => hue[shade].toUpperCase()),
)

/** `#abc` and `#AABBCC` are one colour: the server compares them like this. */
export const normalizeColor = (color: string): string => {
  const hex = color.replace('#', '').toUpperCase()
  return `#${hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex}`
}
